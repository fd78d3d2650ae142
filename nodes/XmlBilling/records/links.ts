import type { Link } from './recordType';

/** The client that a record belongs to, by the names that people know it by. */
export const clientLink: Link = {
	field: 'client_id',
	to: 'client',
	adds: { client_organization: 'organization', client_name: 'name', client_email: 'email' },
};

/** The same for a document whose amounts are in the client's currency, which its answer omits (§2.2). */
export const clientWithCurrency: Link = { ...clientLink, adds: { ...clientLink.adds, currency: 'currency' } };

export const projectLink: Link = {
	field: 'project_id',
	to: 'project',
	adds: { project_name: 'project_name' },
};

import { account } from './account';
import { client } from './client';
import { estimate } from './estimate';
import { expense } from './expense';
import { invoice } from './invoice';
import type { Operation, Resource } from '../engine/operation';
import { productOrService } from './productOrService';
import { project } from './project';
import { recurringProfile } from './recurringProfile';
import { staff } from './staff';
import { task } from './task';
import { timeEntry } from './timeEntry';

export const RESOURCES: readonly Resource[] = [
	account,
	client,
	estimate,
	expense,
	invoice,
	productOrService,
	project,
	recurringProfile,
	staff,
	task,
	timeEntry,
];

/** The operation of a resource, by their values. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return RESOURCES.find(({ option }) => option.value === resource)?.operations.find(
		({ option }) => option.value === operation,
	);
}

import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/** n8n's credential for QuickBooks, already connected: n8n's own gets its token from a page of QuickBooks. */
export class QuickBooksOAuth2Api implements ICredentialType {
	name = 'quickBooksOAuth2Api';

	displayName = 'QuickBooks Online OAuth2 API';

	properties: INodeProperties[] = [
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'header' },
		{ displayName: 'Environment', name: 'environment', type: 'hidden', default: 'production' },
		{
			displayName: 'Token',
			name: 'oauthTokenData',
			type: 'hidden',
			default: {
				access_token: 'token',
				token_type: 'bearer',
				callbackQueryString: { realmId: '1' },
			},
		},
	];
}

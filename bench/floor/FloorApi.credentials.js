/** Signs a request in as the package's own credential does. */
exports.FloorApi = class FloorApi {
	name = 'floorApi';
	displayName = 'Floor API';
	properties = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'Token', name: 'token', type: 'string', typeOptions: { password: true }, default: '' },
	];
	authenticate = {
		type: 'generic',
		properties: { auth: { username: '={{$credentials.token}}', password: 'x' } },
	};
};

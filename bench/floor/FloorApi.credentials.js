/** Signs a request in as the package's own credential does: by a function, which takes n8n no expression. */
exports.FloorApi = class FloorApi {
	name = 'floorApi';
	displayName = 'Floor API';
	properties = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'Token', name: 'token', type: 'string', typeOptions: { password: true }, default: '' },
	];
	authenticate = async ({ token }, request) => ({ ...request, auth: { username: token, password: 'x' } });
};

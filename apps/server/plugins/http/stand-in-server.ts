import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

const CLOSE_GRACE_MS = 1_000;

/** Starts a server at the app's address, for requests while the app does not run in this process. `answer` must not throw. */
export async function startStandIn(
	{ host, port }: { readonly host: string; readonly port: number },
	answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
	const server = createServer((request, response) => {
		// Nobody may keep a connection that the app's server could not close.
		response.setHeader("connection", "close");
		void answer(request, response);
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen({ host, port }, resolve);
	});
	return {
		close: async () => {
			if (!server.listening) return;
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeIdleConnections();
			const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
			await closed;
			clearTimeout(force);
		},
	};
}

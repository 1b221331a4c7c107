import { createServer } from "node:net";
import type { Config } from "./config.ts";
import { StartupError } from "./startup-error.ts";

const REASONS: Readonly<Record<string, string>> = {
	EADDRINUSE: "is taken by another program: stop it, or set PORT to another",
	EACCES: "may not be used by this account: set PORT to one above 1023",
	EADDRNOTAVAIL: "is not an address of this machine: set HOST to one that is",
	ENOTFOUND: "is not an address of this machine: set HOST to one that is",
};

/** Listens for a moment, to learn before anything is started whether the port is to be had; answers with its number. */
function probe(host: string, port: number): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const server = createServer();
	server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
		reject(new StartupError(`Port ${port} on ${host} ${REASONS[code ?? ""] ?? message}`));
	});
	server.listen({ host, port }, () => {
		const address = server.address();
		const given = typeof address === "object" ? address?.port : undefined;
		server.close(() => resolve(given ?? port));
	});
	return promise;
}

/**
 * The settings with a port that is free; 0 becomes one the system chose, in PUBLIC_URL too.
 *
 * @throws StartupError when the port cannot be had
 */
export async function withPort(config: Config): Promise<Config> {
	const port = await probe(config.host, config.port);
	return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
}

import { createServer } from "node:net";
import type { Config } from "./config.ts";
import { isLoopbackName } from "./plugins/http/allowed-hosts.ts";
import { StartupError } from "./startup-error.ts";

const REASONS: Readonly<Record<string, string>> = {
	EADDRINUSE: "is taken by another program: stop it, or set PORT to another",
	EACCES: "may not be used by this account: set PORT to one above 1023",
	EADDRNOTAVAIL: "is not an address of this machine: set HOST to one that is",
	ENOTFOUND: "is not an address of this machine: set HOST to one that is",
};

/** Checks that the port can be used, and returns it. For port 0, returns a free one. */
function checkPort(host: string, port: number): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const server = createServer();
	server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
		reject(new StartupError(`Port ${port} on ${host} ${REASONS[code ?? ""] ?? message}`));
	});
	server.listen({ host, port }, () => {
		const address = server.address();
		const usedPort = typeof address === "object" ? address?.port : undefined;
		server.close(() => resolve(usedPort ?? port));
	});
	return promise;
}

/**
 * Checks the port. Port 0 is replaced by a free one, also in PUBLIC_URL.
 *
 * @throws StartupError if the port cannot be used
 */
export async function resolvePort(config: Config): Promise<Config> {
	const port = await checkPort(config.host, config.port);
	return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
}

/** Formats PUBLIC_URL, and the port if PUBLIC_URL has a different port and is not an address on this machine only. */
export function formatAddress({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): string {
	const url = new URL(publicUrl);
	const isPublicUrlEnough = isLoopbackName(url.hostname) || url.port === String(port);
	return isPublicUrlEnough ? publicUrl : `${publicUrl}, on port ${port} of this machine`;
}

import { z } from "zod";
import { DEFAULT_MAX_REQUESTS } from "../limits/request-limit.ts";
import { parseHostName } from "./allowed-hosts.ts";

/** Whether a text is a host name or address without a port; IPv6 in brackets. */
const isHostName = (host: string): boolean => !/:\d*$/.test(host) && parseHostName(host) !== null;

/** Environment variables for listening and shutting down. */
export const listeningEnvironment = {
	PORT: z
		.string()
		.regex(/^\d{1,5}$/, "must be a port number from 0 to 65535")
		.transform(Number)
		.refine((port) => port <= 65_535, "must be a port number from 0 to 65535")
		.default(3000),
	// Not reachable from the network by default; use a proxy on the same machine or HOST=0.0.0.0.
	HOST: z.string().default("127.0.0.1"),
	ALLOWED_HOSTS: z
		.string()
		.transform((list) => list.split(",").map((host) => host.trim()))
		.refine((hosts) => hosts.every(isHostName), "must be host names without ports, such as game.internal,10.0.0.7")
		.transform((hosts) => hosts.map((host) => parseHostName(host) ?? ""))
		.default([]),
	MAX_REQUESTS: z
		.string()
		.regex(/^[1-9]\d{0,5}$/, "must be a number of requests, at least 1")
		.transform(Number)
		.default(DEFAULT_MAX_REQUESTS),
	STOP_DELAY_SECONDS: z
		.string()
		.regex(/^\d{1,2}$/, "must be a number of seconds from 0 to 99")
		.transform(Number)
		.default(0),
};

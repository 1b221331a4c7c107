import pg from "pg";
import type { PrimaryFinder, Server } from "../client.ts";
import { formatReason } from "../connect.ts";

/** Thrown if no server accepts writes. The code is PostgreSQL's for a connection that cannot be established. */
class NoPrimaryError extends Error {
	readonly code = "08001";
}

/** A server that does not answer within this time is not the primary. */
const PROBE_TIMEOUT_MS = 2_000;
const DEFAULT_PORT = 5432;

/** Parses `host:port` pairs separated by commas; null if they are not. IPv6 addresses are in brackets. */
export function parseServers(list: string): readonly Server[] | null {
	const servers = list.split(",").map((text) => /^(\[[\da-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text.trim()));
	if (servers.some((match) => match === null || Number(match[2] ?? DEFAULT_PORT) > 65_535)) return null;
	return servers.map((match) => ({
		host: match?.[1]?.replace(/^\[|\]$/g, "") ?? "",
		port: Number(match?.[2] ?? DEFAULT_PORT),
	}));
}

/**
 * Finds the timeline: null on a standby, else the first eight hex digits of a WAL file's name. Each promotion of a standby
 * starts a new timeline, so a former primary that is back has a lower one.
 */
const FIND_TIMELINE = `SELECT CASE WHEN pg_is_in_recovery() THEN NULL
	ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int END AS timeline`;

async function findTimeline(client: pg.Client): Promise<number | null> {
	const { rows } = await client.query<{ timeline: number | null }>(FIND_TIMELINE);
	return rows[0]?.timeline ?? null;
}

/** Connects to a server and finds its timeline. Null for a standby. */
async function probe(url: string, { host, port }: Server): Promise<number | null> {
	const client = new pg.Client({
		connectionString: url,
		application_name: "first-bounce probe",
		connectionTimeoutMillis: PROBE_TIMEOUT_MS,
		query_timeout: PROBE_TIMEOUT_MS,
	});
	client.on("error", () => undefined);
	try {
		// Set afterwards, because host and port of the connection string take precedence over options.
		await Object.assign(client, { host, port }).connect();
		return await findTimeline(client);
	} finally {
		client.end().catch(() => undefined);
	}
}

function describeState(answer: PromiseSettledResult<number | null>): string {
	if (answer.status === "rejected") return formatReason(answer.reason);
	return answer.value === null ? "is a standby" : "is a former primary";
}

/** Creates a finder, shared by all connections of this process. User, password and database are those of the URL. */
export function createPrimaryFinder(url: string, servers: readonly Server[]): PrimaryFinder {
	const names = servers.map(({ host, port }) => `${host.includes(":") ? `[${host}]` : host}:${port}`);
	let primary: Server | null = null;
	let latestTimeline = 0;
	let search: Promise<Server> | null = null;

	const searchAll = async (): Promise<Server> => {
		const answers = await Promise.allSettled(servers.map((server) => probe(url, server)));
		// 0 for a standby, and for a server that does not answer.
		const timelines = answers.map((answer) => (answer.status === "fulfilled" ? (answer.value ?? 0) : 0));
		const timeline = Math.max(...timelines);
		const found = servers[timelines.indexOf(timeline)];
		if (timeline === 0 || timeline < latestTimeline || !found) {
			const states = answers.map((answer, index) => `${names[index]} ${describeState(answer)}`);
			throw new NoPrimaryError(`no server accepts writes: ${states.join(", ")}`);
		}
		latestTimeline = timeline;
		primary = found;
		return found;
	};
	return {
		names,
		find: async () => {
			if (primary) return primary;
			search ??= searchAll().finally(() => {
				search = null;
			});
			return search;
		},
		check: async (client) => {
			const timeline = await findTimeline(client);
			if (timeline === null || timeline < latestTimeline)
				throw new NoPrimaryError("the server is no longer the primary");
			latestTimeline = timeline;
		},
		forget: () => {
			primary = null;
		},
	};
}

import { tracingChannel } from "node:diagnostics_channel";
import pg from "pg";

/** What subscribers of `queryChannel` get about a query; `error` is set once it has failed. */
export interface TracedQuery {
	/** The statement with placeholders, without values. */
	readonly text: string;
	readonly error?: unknown;
}

/** Publishes when a query starts and ends. */
export const queryChannel = tracingChannel<TracedQuery, TracedQuery>("first-bounce:query");

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const query = pg.Client.prototype.query as Query;

function getStatement(config: unknown): string {
	if (typeof config === "string") return config;
	return typeof config === "object" && config !== null && "text" in config ? String(config.text) : "";
}

/** A client whose queries are published on `queryChannel`, except streams such as COPY. */
export class TracedClient extends pg.Client {}

const traceQuery: Query = function (...args) {
	const [config] = args;
	const isStream = typeof config === "object" && config !== null && "submit" in config;
	if (isStream || !queryChannel.hasSubscribers) return query.apply(this, args);
	const context: TracedQuery = { text: getStatement(config) };
	if (typeof args.at(-1) === "function") return queryChannel.traceCallback(query, -1, context, this, ...args);
	return queryChannel.tracePromise(query as () => Promise<unknown>, context, this, ...(args as []));
};
Object.defineProperty(TracedClient.prototype, "query", { value: traceQuery });

import { tracingChannel } from "node:diagnostics_channel";

/** What subscribers of `jobChannel` get about an attempt of a job; `error` is set once it has failed. */
export interface TracedJob {
	readonly queue: string;
	readonly error?: unknown;
}

/** What subscribers of `feedRequestChannel` get about a request to a stats provider; it ends when the response's headers arrive. */
export interface TracedFeedRequest {
	readonly method: string;
	readonly address: string;
	readonly result?: Response;
	readonly error?: unknown;
}

/** Publish when attempts of jobs and requests to stats providers start and end, as `queryChannel` does for queries. */
export const jobChannel = tracingChannel<unknown, TracedJob>("first-bounce:job");
export const feedRequestChannel = tracingChannel<unknown, TracedFeedRequest>("first-bounce:feed-request");

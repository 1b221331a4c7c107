import { tracingChannel } from "node:diagnostics_channel";

/** An attempt of a job, as subscribers of `jobChannel` get it. `error` is set once it has failed. */
export interface TracedJob {
	readonly queue: string;
	readonly error?: unknown;
}

/** A request to a stats provider, as subscribers of `feedRequestChannel` get it. It ends when the response's headers arrive. */
export interface TracedFeedRequest {
	readonly method: string;
	readonly address: string;
	readonly result?: Response;
	readonly error?: unknown;
}

export const jobChannel = tracingChannel<unknown, TracedJob>("first-bounce:job");
/** Publishes when requests to stats providers start and end. */
export const feedRequestChannel = tracingChannel<unknown, TracedFeedRequest>("first-bounce:feed-request");

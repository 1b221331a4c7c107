import { queryChannel, type TracedQuery } from "../../apps/server/db/query-trace.ts";

/** Runs `work` and lists the statements that this process has sent meanwhile. */
export async function recordQueries(work: () => Promise<unknown>): Promise<readonly string[]> {
	const texts: string[] = [];
	const record = (query: unknown) => texts.push((query as TracedQuery).text);
	queryChannel.start.subscribe(record);
	try {
		await work();
	} finally {
		queryChannel.start.unsubscribe(record);
	}
	return texts;
}

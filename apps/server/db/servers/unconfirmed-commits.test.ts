import pg from "pg";
import { expect, test, vi } from "vitest";
import { createCommitWatch, UnconfirmedCommitError } from "./unconfirmed-commits.ts";

test("only the query during which PostgreSQL warns of an unconfirmed commit fails", () => {
	const client = new pg.Client();
	const watch = createCommitWatch("postgres://db/one", () => client)(client);
	const warn = () => client.emit("notice", { routine: "SyncRepWaitForLSN" });

	// A warning during a streamed query, whose end is not watched.
	warn();
	const endFirst = watch();
	expect(endFirst()).toBeNull();
	const endSecond = watch();
	warn();
	const endQueued = watch();
	expect(endSecond()).toBeInstanceOf(UnconfirmedCommitError);
	expect(endQueued()).toBeNull();
});

test("without a synchronous standby slow queries open one connection a minute", async () => {
	vi.useFakeTimers();
	const connectedAt: number[] = [];
	class Session extends pg.Client {
		override async connect() {
			connectedAt.push(performance.now());
			return this;
		}
	}
	const createSession = () => {
		const query = async () => ({ rows: [{ names: "" }] });
		return Object.assign(new Session(), { query, end: async () => undefined });
	};
	const pools = [1, 2].map(() => createCommitWatch("postgres://db/slow", createSession));
	const start = performance.now();
	for (const watch of pools) watch(new pg.Client())();
	await vi.advanceTimersByTimeAsync(85_000);
	expect(connectedAt.map((at) => (at - start) / 1_000)).toEqual([10, 70]);
	vi.useRealTimers();
});

import pg from "pg";
import { expect, test } from "vitest";
import { createCommitWatch, UnconfirmedCommitError } from "./unconfirmed-commits.ts";

test("only the query during which PostgreSQL warns of an unconfirmed commit fails", () => {
	const client = new pg.Client();
	const watch = createCommitWatch(() => client)(client);
	const warn = () => client.emit("notice", { routine: "SyncRepWaitForLSN" });

	// By a stream, which is not watched until its end.
	warn();
	const endFirst = watch();
	expect(endFirst()).toBeNull();
	const endSecond = watch();
	warn();
	const endQueued = watch();
	expect(endSecond()).toBeInstanceOf(UnconfirmedCommitError);
	expect(endQueued()).toBeNull();
});

import type { Db, Row } from "../../../db/tables/tables.ts";

export type ReleaseCheck = Row<"release_check", "version" | "url" | "problem">;

export const findRelease = async (db: Db): Promise<ReleaseCheck | null> =>
	(await db.selectFrom("release_check").select(["version", "url", "problem"]).executeTakeFirst()) ?? null;

/** Claims the release check if it is due. The next attempt is `retryMs` later unless a result is saved first. */
export async function claimReleaseCheck(db: Db, now: number, retryMs: number): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await db
		.insertInto("release_check")
		.values({ due_at: new Date(now + retryMs) })
		.onConflict((conflict) =>
			conflict
				.column("only_row")
				.doUpdateSet({ due_at: new Date(now + retryMs) })
				.where("release_check.due_at", "<=", new Date(now)),
		)
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

export const saveRelease = (db: Db, release: { readonly version: string; readonly url: string } | null, dueAt: Date) =>
	db
		.updateTable("release_check")
		.set({ version: release?.version ?? null, url: release?.url ?? null, problem: null, due_at: dueAt })
		.execute();

/** Saves why the releases could not be read. What was read before stays. */
export const saveReleaseProblem = (db: Db, problem: string) =>
	db.updateTable("release_check").set({ problem }).execute();

import type { Pool } from "pg";
import type { Db } from "../../db/tables/tables.ts";
import { runClientTransaction } from "../../db/transactions/client-transaction.ts";
import { COMMAND_LINE, writeAudit } from "../../plugins/audit.ts";
import { listUnerasedIds } from "../accounts/erasure/erasure-queries.ts";
import { eraseAccount } from "../accounts/erasure/service.ts";
import type { MediaStore } from "../media/media-store.ts";
import { endAllSessions, holdMessages } from "./held-message-queries.ts";
import { findRestoreRun, finishRun, getUnfinished, isInProgress } from "./restore-run.ts";

interface FinishServices {
	readonly db: Db;
	readonly pool: Pool;
	readonly media: Pick<MediaStore, "remove">;
	readonly now: number;
}

/**
 * Does what is left after a restore, on the migrated database and before anything else runs: erases the accounts that the
 * replaced database had erased, ends all sessions, and holds every queued message. Null if nothing was restored. It can be
 * interrupted and is then done by the next start.
 */
export async function finishRestore({ db, pool, media, now }: FinishServices) {
	const run = await findRestoreRun(pool);
	const unfinished = run === null || isInProgress(run) ? null : getUnfinished(run);
	if (!unfinished) return null;
	const audit = { ...COMMAND_LINE, reason: "Erased before, and restored by a backup" };
	/** The accounts that could not be erased again, such as that of the last owner. */
	const unerased: number[] = [];
	const erased = unfinished.erased.map(({ id, createdAt }) => ({ id, createdAt: new Date(createdAt) }));
	const ids = await listUnerasedIds(db, erased);
	for (const id of ids)
		await eraseAccount({ db, media }, id, { now, audit }).catch(() => {
			unerased.push(id);
		});
	const finished = { erasedAgain: ids.length - unerased.length, unerased };
	await runClientTransaction(pool, async (trx, client) => {
		if (!(await finishRun(client, finished))) return;
		const { createdAt, rows, previous } = unfinished;
		const entry = { action: "backup-restored", subject: "site", before: { previous }, after: { createdAt, rows } };
		await writeAudit(trx, { ...COMMAND_LINE, reason: "" }, entry);
		await endAllSessions(trx);
		await holdMessages(trx, new Date(now));
	});
	return finished;
}

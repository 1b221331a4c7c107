import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { getRefusalCode } from "../../../../../testing/server/failure.ts";
import { waitForLock } from "../../../../../testing/server/wait-for.ts";
import type { Database } from "../../../db/open.ts";
import { COMMAND_LINE } from "../../../plugins/audit.ts";
import { holdMessages, releaseMessages } from "../../backups/held-message-queries.ts";
import { queueTextMail } from "../../notifications/mail/queue-mail.ts";
import { endHold } from "./service.ts";

const NOW = Date.parse("2026-11-30T13:00:00Z");
let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

test("mails that one operator has sent are not discarded by another", async () => {
	const { db, pool } = database;
	await queueTextMail(db, {
		kind: "league-invite",
		to: "kit@example.test",
		subject: "Test",
		text: "Hello",
		headers: {},
		createdAt: NOW,
	});
	await holdMessages(db, new Date(NOW));
	let discarding: Promise<string> | undefined;
	await db.transaction().execute(async (trx) => {
		await releaseMessages(trx);
		discarding = getRefusalCode(endHold({ db, wallNow: () => NOW }, false, COMMAND_LINE));
		await waitForLock(database);
	});
	expect(await discarding).toBe("nothing-held");
	expect((await pool.query("SELECT failed_at FROM outbox_mails")).rows).toEqual([{ failed_at: null }]);
	expect((await pool.query("SELECT FROM audit")).rowCount).toBe(0);
});

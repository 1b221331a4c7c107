import { Readable } from "node:stream";
import * as call from "@first-bounce/contract/operator/backups";
import type { FastifyInstance, FastifyReply } from "fastify";
import { writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { chooseDemo, lockSeasons } from "../../accounts/first-owner/setup-queries.ts";
import { requireNonDemoAccount } from "../../accounts/users/account-access.ts";
import { countHeldMessages } from "../../backups/held-message-queries.ts";
import { RESTORE_COOKIE, RESTORE_PATH } from "../../backups/restore-page.ts";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { type BackupServices, checkBackup, endHold, listBackups, prepareRestore, storeUpload } from "./service.ts";

/** Calls `work` once the reply is sent, or its connection is lost. */
const afterReply = ({ raw }: FastifyReply, work: () => void): void => void raw.once("close", work);

/**
 * Registers the calls for backups, for what a restore holds, and for the first steps of a new installation. They are closed to
 * the demo's manager, as whom anybody can sign in.
 */
export function registerBackups(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	const { db, clocks, restart } = services;
	const backups: BackupServices = { ...services, wallNow: clocks.wallNow, ...restart };
	const requireOwnAccount = (userId: number) => requireNonDemoAccount(db, userId);
	register(call.listBackups, async ({ caller }) => {
		await requireOwnAccount(caller.userId);
		return listBackups(backups);
	});
	app.register(async (scope) => {
		// The file is stored while it arrives.
		scope.addContentTypeParser("application/octet-stream", (_, payload, done) => done(null, payload));
		const registerUpload = createOperatorRoutes(scope, "nothing");
		registerUpload(call.uploadBackup, async ({ body, caller, request }) => {
			await requireOwnAccount(caller.userId);
			if (!(body instanceof Readable)) throw refuse(400, "wrong-content-type");
			const length = request.headers["content-length"];
			return storeUpload(backups, body, length === undefined ? null : Number(length));
		});
	});
	register(call.checkBackup, async ({ body, caller }) => {
		await requireOwnAccount(caller.userId);
		return checkBackup(backups, body);
	});
	register(call.restoreBackup, async ({ body, caller, audit, request, reply }) => {
		await requireOwnAccount(caller.userId);
		const { token, start } = await prepareRestore(backups, body, audit);
		const secure = request.protocol === "https";
		reply.setCookie(RESTORE_COOKIE, token, { path: "/", httpOnly: true, sameSite: "strict", secure });
		afterReply(reply, start);
		return { progress: RESTORE_PATH };
	});
	register(call.showHeldMessages, async () => ({ held: await countHeldMessages(db) }));
	register(call.releaseHeldMessages, async ({ body, caller, audit }) => {
		await requireOwnAccount(caller.userId);
		await endHold(backups, body.sends, audit);
		return { held: null };
	});
	registerFirstSteps(app, services);
}

/** Registers what a new installation begins with. */
function registerFirstSteps(app: FastifyInstance, { db, seasons, restart }: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	const { interrupt, demoMayBeChosen } = restart;
	register(call.showFirstSteps, () => {
		const hasSeason = seasons.peek() !== null;
		return { hasSeason, mayPlayDemo: !hasSeason && demoMayBeChosen && interrupt !== null };
	});
	register(call.startDemo, async ({ audit, reply }) => {
		if (!demoMayBeChosen || !interrupt) throw refuse(403, "demo-off");
		await db.transaction().execute(async (trx) => {
			if (await lockSeasons(trx)) throw refuse(409, "season-exists");
			await chooseDemo(trx);
			await writeAudit(trx, audit, { action: "demo-chosen", subject: "site", before: null, after: null });
		});
		afterReply(reply, () => interrupt({ kind: "restart" }));
		return { isStarting: true as const };
	});
}

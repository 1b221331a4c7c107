import { processResetRequests } from "../../apps/server/features/accounts/my-account/password.ts";
import { rethrow } from "../server/failure.ts";
import { TEST_URL, type TestApp } from "../server/test-app.ts";

/** Mails the links for the requested password resets, as the server does every few seconds. */
export const processResets = ({ database: { pool }, clocks: { wallNow } }: TestApp) =>
	processResetRequests({ pool, wallNow, publicUrl: TEST_URL, onError: rethrow });

/** Lists the mails to an address, oldest first, with the tokens of their links. */
export async function listMailsTo({ database }: TestApp, address: string) {
	const rows = await database.db
		.selectFrom("outbox_mails")
		.where("to_address", "=", address)
		.orderBy("id")
		.select(["kind", "subject", "body_text"])
		.execute();
	return rows.map(({ kind, subject, body_text }) => {
		const [, path = "", token = ""] = /https?:\/\/[^/\s]+(\/[\w/-]+)#([\w-]{43})/.exec(body_text) ?? [];
		return { kind, subject, text: body_text, path, token };
	});
}

export async function getMailedToken(app: TestApp, address: string, kind: string): Promise<string> {
	const mail = (await listMailsTo(app, address)).findLast((candidate) => candidate.kind === kind);
	if (!mail) throw new Error(`No ${kind} was mailed to ${address}`);
	return mail.token;
}

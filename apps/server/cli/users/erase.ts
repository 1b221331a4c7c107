import type { Command } from "commander";
import { readConfig } from "../../config.ts";
import { resolveDataDir } from "../../db/embedded/data-dir.ts";
import {
	countErasedRows,
	type ErasedAccount,
	type ErasedRowCount,
	listErasedAccounts,
} from "../../features/accounts/erasure/erasure-queries.ts";
import { type ErasureServices, eraseAccount, eraseAccountsAgain } from "../../features/accounts/erasure/service.ts";
import { createMediaStore } from "../../features/media/media-store.ts";
import { formatCount } from "../../i18n/format-count.ts";
import { parseReason, readFileOrRefuse } from "../command-builders.ts";
import { buildAuditContext, withExistingDatabase } from "../operator-services.ts";
import { CommandRefusedError, print } from "../output/output.ts";
import { EMAIL_HELP, getAccount, REASON_HELP } from "./find-account.ts";

const ERASE_HELP = `
Erases the name, address, birthday, devices, messages, pictures and everything else that is personal. The team's line-ups,
points and ranks stay, as those of a former manager. This cannot be undone. Without --yes, it only counts.

Examples:
  npm run -s fb -- user erase manager@example.org
  npm run -s fb -- user erase manager@example.org --reason "Asked by mail" --yes`;

export function addErasureCommands(user: Command): void {
	user
		.command("erase")
		.description("erase an account's personal data for good, as its owner can under My account")
		.argument("<EMAIL>", EMAIL_HELP)
		.option("--reason <TEXT>", REASON_HELP, parseReason)
		.option("--yes", "erase, instead of counting what would be erased", false)
		.addHelpText("after", ERASE_HELP)
		.action((emailOrId: string, options: { readonly reason?: string; readonly yes: boolean }) =>
			withErasure((services) => runErase(services, emailOrId, options)),
		);
	user
		.command("erased")
		.description("list erased accounts, one per line: id and time of sign-up, which erase-again takes")
		.addHelpText("after", "\nExample:\n  npm run -s fb -- user erased > /mnt/backups/erased.txt")
		.action(() =>
			withExistingDatabase(async ({ db }) => print(...(await listErasedAccounts(db)).map(formatErasedAccount))),
		);
	user
		.command("erase-again")
		.description("erase the listed accounts again that a restored backup brought back")
		.argument("<FILE>", "what `user erased` printed")
		.addHelpText("after", "\nExample:\n  npm run -s fb -- user erase-again /mnt/backups/erased.txt")
		.action(async (file: string) => {
			const accounts = parseErasedAccounts((await readFileOrRefuse(file)).toString("utf8"));
			await eraseRestoredAccounts(accounts);
		});
}

/** Runs `work` on this installation's database and pictures. */
const withErasure = (work: (services: ErasureServices) => Promise<void>): Promise<void> =>
	withExistingDatabase(async ({ db }) => work({ db, media: await createMediaStore(resolveDataDir(readConfig())) }));

const formatRows = (rows: readonly ErasedRowCount[]): readonly string[] =>
	rows.map(({ table, rows: count }) => `  ${table}: ${formatCount(count, "row")}`);

async function runErase(
	services: ErasureServices,
	emailOrId: string,
	{ reason = "", yes }: { readonly reason?: string; readonly yes: boolean },
): Promise<void> {
	const { id, email } = await getAccount(services.db, emailOrId);
	if (!yes) {
		print(`Would erase account ${id} (${email}) and these rows:`);
		print(...formatRows(await countErasedRows(services.db, id)));
		return print("Nothing is erased yet. Add --yes to erase it for good.");
	}
	const rows = await eraseAccount(services, id, { now: Date.now(), audit: buildAuditContext(reason) });
	print(`Account ${id} is erased, with these rows:`, ...formatRows(rows));
}

/** Erases accounts that a restored backup brought back, because they were erased after it was made. */
const eraseRestoredAccounts = (accounts: readonly ErasedAccount[]): Promise<void> =>
	withErasure(async (services) => {
		const audit = buildAuditContext("Erased before, and restored by a backup");
		const erased = await eraseAccountsAgain(services, accounts, { now: Date.now(), audit });
		print(`Erased ${formatCount(erased, "account")} again.`);
	});

const formatErasedAccount = ({ id, createdAt }: ErasedAccount): string => `${id}\t${createdAt.toISOString()}`;

function parseErasedAccounts(text: string): ErasedAccount[] {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	return lines.map((line, index) => {
		const [id = "", time = ""] = line.trim().split(/\s+/);
		const createdAt = new Date(time);
		if (!/^[1-9]\d{0,9}$/.test(id) || Number.isNaN(createdAt.getTime()))
			throw new CommandRefusedError(`Line ${index + 1} is not an id and a time: ${line}`);
		return { id: Number(id), createdAt };
	});
}

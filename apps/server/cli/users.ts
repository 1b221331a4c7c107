import { Command, InvalidArgumentError } from "commander";
import type { Kysely } from "kysely";
import { readConfig } from "../config.ts";
import type { Tables } from "../db/tables/tables.ts";
import { liftSuspension } from "../features/accounts/users/account-access.ts";
import {
	type Account,
	createOperator,
	findAccounts,
	getAccountDetails,
	grantOperatorRole,
	listAccounts,
	removeOperator,
	resetPassword,
	resetSecondFactor,
	setActive,
	signOutEverywhere,
} from "../features/accounts/users/administer-users.ts";
import { suspendAccount } from "../features/accounts/users/suspensions.ts";
import type { AuditContext } from "../features/operator/audit/audit.ts";
import { parseReason, parseTime } from "./command-builders.ts";
import { buildAuditContext } from "./operator-services.ts";
import { CommandRefusedError, print } from "./output.ts";
import { withDatabase } from "./with-database.ts";

const WHY = "for the audit log";
const NO_PASSWORDS = "Nobody signs in with a password here";
const WHO = "her e-mail address, or her id where several accounts share it";

export function operatorCommand(): Command {
	const operator = new Command("operator").description("who runs this installation");
	operator
		.command("add")
		.description("make an account an operator's; without one for the address, make it and print its password")
		.argument("<EMAIL>", WHO)
		.option("--first-name <NAME>", "for a new account", "Season")
		.option("--last-name <NAME>", "for a new account", "Operator")
		.option("--reason <TEXT>", WHY, parseReason)
		.addHelpText("after", "\nExample:\n  npm run -s fb -- operator add you@example.org")
		.action(addOperator);
	runOnOperator(operator, "remove", "take the role away; her account stays", async (db, account, audit) => {
		await removeOperator(db, account, audit);
		print(`${account.email} is no operator any more.`);
	});
	runOnOperator(operator, "reset-totp", "for a lost phone: forget her second factor", async (db, account, audit) => {
		const { setupCode } = await resetSecondFactor(db, account, Date.now(), audit);
		print(`The second factor of ${account.email} is forgotten.`, ...formatSetupLines(setupCode));
	});
	return operator;
}

export function userCommand(): Command {
	const user = new Command("user").description("accounts of managers");
	user
		.command("list")
		.description("list accounts, one a line: id, address, name, team name, marks")
		.option("--search <TEXT>", "part of a name, address or team name", "")
		.option("--limit <N>", "at most so many", parseCount, 100)
		.addHelpText("after", "\nExample:\n  npm run -s fb -- user list --search example.org")
		.action(({ search, limit }: { search: string; limit: number }) =>
			withDatabase(async ({ db }) => print(...(await listAccounts(db, search, limit)).map(formatUser))),
		);
	runOnAccount(user, "show", "show an account", async (db, account) => {
		const { emailVerifiedAt, issuers, openSessions, lastSeenAt } = await getAccountDetails(db, account);
		const ways = [...(account.hasPassword ? ["password"] : []), ...issuers];
		print(
			formatUser(account),
			`  signs in by ${ways.join(", ") || "nothing"}; address ${emailVerifiedAt ? "verified" : "not verified"}`,
			`  since ${account.createdAt.toISOString()}; ${openSessions} open sessions, last seen ${lastSeenAt?.toISOString() ?? "never"}`,
		);
	});
	runOnAccount(
		user,
		"reset-password",
		"give a new password, print it, and sign her out everywhere",
		async (db, account, audit) => {
			if (!account.hasPassword)
				throw new CommandRefusedError(`${account.email} signs in elsewhere, and has no password here.`);
			if (!readConfig().localLogin)
				throw new CommandRefusedError(`${NO_PASSWORDS}; start with LOCAL_LOGIN=on to allow it.`);
			print(`New password of ${account.email}: ${await resetPassword(db, account, audit)}`);
		},
	);
	runOnAccount(
		user,
		"deactivate",
		"shut an account and sign her out; her team keeps scoring",
		async (db, account, audit) => {
			await setActive(db, account, false, audit);
			print(`${account.email} is deactivated.`);
		},
	);
	user
		.command("suspend")
		.description("suspend an account until a time or until it is lifted; its owner gets a mail")
		.argument("<EMAIL>", WHO)
		.requiredOption("--reason <TEXT>", "why, for its owner and the audit log", parseReason)
		.option("--until <TIME>", "such as 2026-12-04T07:00:00Z; else until it is lifted", parseTime)
		.addHelpText(
			"after",
			'\nExample:\n  npm run -s fb -- user suspend manager@example.org --until 2026-12-04T07:00:00Z --reason "Abuse in a league"',
		)
		.action((who: string, { reason, until }: { reason: string; until?: string }) =>
			withDatabase(async ({ db }) => {
				const account = await getAccount(db, who);
				const endsAt = until ? new Date(until) : null;
				await suspendAccount(db, account.id, { endsAt, by: null, now: Date.now() }, buildAuditContext(reason));
				print(`${account.email} is suspended ${until ? `until ${until}` : "until further notice"}.`);
			}),
		);
	runOnAccount(user, "lift-suspension", "let a suspended account sign in again", async (db, account, audit) => {
		if (!account.suspension) throw new CommandRefusedError(`${account.email} is not suspended.`);
		await liftSuspension(db, account.id, Date.now(), audit);
		print(`${account.email} can sign in again.`);
	});
	runOnAccount(user, "sign-out", "end every session of an account", async (db, account, audit) => {
		print(`${account.email} is signed out of ${await signOutEverywhere(db, account, audit)} devices.`);
	});
	runOnAccount(user, "activate", "open a deactivated account again", async (db, account, audit) => {
		await setActive(db, account, true, audit);
		print(`${account.email} is active.`);
	});
	return user;
}

type Work = (db: Kysely<Tables>, account: Account, audit: AuditContext) => Promise<void>;

function runOnAccount(parent: Command, name: string, description: string, work: Work): void {
	parent
		.command(name)
		.description(description)
		.argument("<EMAIL>", WHO)
		.option("--reason <TEXT>", WHY, parseReason)
		.addHelpText("after", `\nExample:\n  npm run -s fb -- ${parent.name()} ${name} manager@example.org`)
		.action((who: string, { reason = "" }: { reason?: string }) =>
			withDatabase(async ({ db }) => work(db, await getAccount(db, who), buildAuditContext(reason))),
		);
}

const runOnOperator = (parent: Command, name: string, description: string, work: Work): void =>
	runOnAccount(parent, name, description, async (db, account, audit) => {
		if (!account.isOperator) throw new CommandRefusedError(`${account.email} is no operator.`);
		await work(db, account, audit);
	});

const formatSetupLines = (setupCode: string): readonly string[] => [
	`Set-up code: ${setupCode}`,
	"She sets her second factor up at /operator, signed in, within a day.",
];

async function getAccount(db: Kysely<Tables>, who: string): Promise<Account> {
	const accounts = await findAccounts(db, who);
	const [account] = accounts;
	if (!account) throw new CommandRefusedError(`No account is ${who}.`);
	if (accounts.length > 1)
		throw new CommandRefusedError(`Several accounts share ${who}; say which id:`, ...accounts.map(formatUser));
	return account;
}

interface NewOperator {
	readonly firstName: string;
	readonly lastName: string;
	readonly reason?: string;
}

function addOperator(email: string, { firstName, lastName, reason = "" }: NewOperator): Promise<void> {
	const audit = buildAuditContext(reason);
	return withDatabase(async ({ db }) => {
		if ((await findAccounts(db, email)).length > 0) {
			const account = await getAccount(db, email);
			const { emailVerifiedAt } = await getAccountDetails(db, account);
			const isById = account.email.toLowerCase() !== email.trim().toLowerCase();
			if (!isById && !emailVerifiedAt && !account.isOperator)
				throw new CommandRefusedError(
					`${account.email} is not verified: anybody may have signed up with it. If the account is hers, name its id:`,
					formatUser(account),
				);
			const { setupCode } = await grantOperatorRole(db, account, Date.now(), audit);
			return print(`${account.email} is an operator.`, ...formatSetupLines(setupCode));
		}
		if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
			throw new CommandRefusedError(`No account is ${email}, and it is not an address.`);
		if (!readConfig().localLogin)
			throw new CommandRefusedError(
				`${NO_PASSWORDS}. Sign in once through the identity provider, then add that account by its address or id; or start with LOCAL_LOGIN=on.`,
			);
		const { password, setupCode } = await createOperator(db, { email, firstName, lastName }, Date.now(), audit);
		print(`${email} is an operator, with a new account.`, `Password: ${password}`, ...formatSetupLines(setupCode));
	});
}

function parseCount(text: string): number {
	if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It is not a number above nought.");
	return Number(text);
}

function formatUser({ id, email, name, teamName, isActive, isOperator, isDemo, suspension }: Account): string {
	const end = suspension?.until ? `until ${suspension.until.toISOString()}` : "until further notice";
	const state = suspension ? [`suspended ${end}`] : isActive ? [] : ["deactivated"];
	const marks = [...(isOperator ? ["operator"] : []), ...(isDemo ? ["demo"] : []), ...state];
	return [id, email, name, teamName ?? "(no team name yet)", ...marks].join("\t");
}

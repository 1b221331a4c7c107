import { OPERATOR_ROLES, type OperatorRole } from "@first-bounce/contract/operator-role";
import { Command, Option } from "commander";
import { readConfig } from "../../config.ts";
import type { Db } from "../../db/tables/tables.ts";
import {
	type Account,
	assignGeneratedPassword,
	changeOperatorRole,
	createOperator,
	findAccounts,
	getAccountDetails,
	grantOperatorRole,
	listAccounts,
	listOperators,
	resetSecondFactor,
	revokeAccess,
	revokeOperatorRole,
	setActive,
} from "../../features/accounts/users/administer-users.ts";
import { liftSuspension } from "../../features/accounts/users/lift-suspensions.ts";
import { suspendAccount } from "../../features/accounts/users/suspend-account.ts";
import { formatCount } from "../../i18n/format-count.ts";
import type { AuditContext } from "../../plugins/audit.ts";
import { formatLine, parsePositive, parseReason, parseTime } from "../command-builders.ts";
import { buildAuditContext, withDatabase, withExistingDatabase } from "../operator-services.ts";
import { CommandRefusedError, print, printCutOff } from "../output/output.ts";
import { addErasureCommands } from "./erase.ts";
import { EMAIL_HELP, formatUser, getAccount, REASON_HELP } from "./find-account.ts";

const NO_PASSWORDS = "Password sign-in is off";

const formatAccess = (passkeys: number, tokens: number): string =>
	`${formatCount(passkeys, "passkey")}, ${formatCount(tokens, "access token")}`;

export function createOperatorCommand(): Command {
	const operator = new Command("operator").description(
		"operators of this installation. Whoever can run fb on this machine acts as an owner",
	);
	operator
		.command("add")
		.description("make an account an operator; if there is none for the address, create it and print its password")
		.argument("<EMAIL>", EMAIL_HELP)
		.option("--first-name <NAME>", "for a new account", "Season")
		.option("--last-name <NAME>", "for a new account", "Operator")
		.addOption(
			new Option("--role <ROLE>", "what the operator may do; an operator with another role keeps the second factor")
				.choices([...OPERATOR_ROLES])
				.default("owner"),
		)
		.option("--reason <TEXT>", REASON_HELP, parseReason)
		.addHelpText(
			"after",
			"\nExamples:\n  npm run -s fb -- operator add you@example.org\n  npm run -s fb -- operator add mo@example.org --role match-day",
		)
		.action(addOperator);
	operator
		.command("list")
		.description("list operators as user list does, with their role and whether the second factor is set up")
		.addHelpText("after", "\nExample:\n  npm run -s fb -- operator list")
		.action(() =>
			withExistingDatabase(async ({ db }) => {
				const operators = await listOperators(db);
				if (operators.length === 0) return print('There is no operator. "operator add" makes one.');
				for (const account of operators)
					print(formatLine(formatUser(account), account.isEnrolled ? "second factor set up" : "no second factor yet"));
			}),
		);
	addOperatorCommand(
		operator,
		"remove",
		"end the operator's role and access to the console; the account stays",
		async (db, account, audit) => {
			await revokeOperatorRole(db, account, audit);
			print(`${account.email} is no longer an operator.`);
		},
	);
	addOperatorCommand(
		operator,
		"reset-totp",
		"reset the second factor, for a lost phone",
		async (db, account, audit) => {
			const { setupCode } = await resetSecondFactor(db, account, Date.now(), audit);
			print(`The second factor of ${account.email} is reset.`, ...formatSetupLines(setupCode));
		},
	);
	return operator;
}

export function createUserCommand(): Command {
	const user = new Command("user").description("user accounts");
	user
		.command("list")
		.description("list accounts, one per line: id, address, name, team name, status")
		.option("--search <TEXT>", "part of a name, address or team name", "")
		.option("--limit <N>", "maximum number of accounts", parsePositive, 100)
		.addHelpText("after", "\nExample:\n  npm run -s fb -- user list --search example.org")
		.action(({ search, limit }: { search: string; limit: number }) =>
			withExistingDatabase(async ({ db }) => {
				const found = await listAccounts(db, search, limit + 1);
				const listed = found.slice(0, limit);
				print(...listed.map(formatUser));
				printCutOff(found.length > limit, listed.length, "--search finds others, and --limit lists more");
			}),
		);
	addAccountCommand(user, "show", "show an account", async (db, account) => {
		const { emailVerifiedAt, issuers, openSessions, lastSeenAt, passkeys, accessTokens } = await getAccountDetails(
			db,
			account,
		);
		const signInMethods = [...(account.hasPassword ? ["password"] : []), ...issuers];
		print(
			formatUser(account),
			`  signs in with ${signInMethods.join(", ") || "nothing"}; address ${emailVerifiedAt ? "verified" : "not verified"}`,
			`  since ${account.createdAt.toISOString()}; ${formatCount(openSessions, "open session")}, last seen ${lastSeenAt?.toISOString() ?? "never"}`,
			...(passkeys + accessTokens > 0 ? [`  ${formatAccess(passkeys, accessTokens)}`] : []),
		);
	});
	addAccountCommand(
		user,
		"reset-password",
		"set and print a new password, and end all sessions, passkeys and access tokens",
		async (db, account, audit) => {
			if (!account.hasPassword)
				throw new CommandRefusedError(`${account.email} has no password, because it signs in elsewhere.`);
			if (!readConfig().localLogin)
				throw new CommandRefusedError(`${NO_PASSWORDS}; start with LOCAL_LOGIN=on to allow it.`);
			print(`New password of ${account.email}: ${await assignGeneratedPassword(db, account, Date.now(), audit)}`);
		},
	);
	addAccountCommand(
		user,
		"deactivate",
		"deactivate an account and end its sessions; its team keeps scoring",
		async (db, account, audit) => {
			await setActive(db, account, false, audit);
			print(`${account.email} is deactivated.`);
		},
	);
	addSuspendCommand(user);
	addAccountCommand(user, "lift-suspension", "let a suspended account sign in again", async (db, account, audit) => {
		if (!account.suspension) throw new CommandRefusedError(`${account.email} is not suspended.`);
		await liftSuspension(db, account.id, Date.now(), audit);
		print(`${account.email} can sign in again.`);
	});
	addAccountCommand(
		user,
		"sign-out",
		"end every session of an account, and remove its passkeys and access tokens",
		async (db, account, audit) => {
			const { sessions, passkeys, tokens } = await revokeAccess(db, account, Date.now(), audit);
			print(`${account.email} is signed out of ${formatCount(sessions, "device")}.`);
			if (passkeys + tokens > 0) print(`  removed: ${formatAccess(passkeys, tokens)}`);
		},
	);
	addAccountCommand(user, "activate", "reactivate a deactivated account", async (db, account, audit) => {
		await setActive(db, account, true, audit);
		print(`${account.email} is active.`);
	});
	addErasureCommands(user);
	return user;
}

function addSuspendCommand(user: Command): void {
	user
		.command("suspend")
		.description("suspend an account until a time or until it is lifted; its owner gets a mail")
		.argument("<EMAIL>", EMAIL_HELP)
		.requiredOption("--reason <TEXT>", "why, for its owner and the audit log", parseReason)
		.option("--until <TIME>", "such as 2026-12-04T07:00:00Z; by default until lifted", parseTime)
		.addHelpText(
			"after",
			'\nExample:\n  npm run -s fb -- user suspend manager@example.org --until 2026-12-04T07:00:00Z --reason "Abuse in a league"',
		)
		.action((emailOrId: string, { reason, until }: { reason: string; until?: string }) =>
			withExistingDatabase(async ({ db }) => {
				const account = await getAccount(db, emailOrId);
				const endsAt = until ? new Date(until) : null;
				await suspendAccount(db, account.id, { endsAt, by: null, now: Date.now() }, buildAuditContext(reason));
				print(`${account.email} is suspended ${until ? `until ${until}` : "until further notice"}.`);
			}),
		);
}

type AccountAction = (db: Db, account: Account, audit: AuditContext) => Promise<void>;

function addAccountCommand(parent: Command, name: string, description: string, work: AccountAction): void {
	parent
		.command(name)
		.description(description)
		.argument("<EMAIL>", EMAIL_HELP)
		.option("--reason <TEXT>", REASON_HELP, parseReason)
		.addHelpText("after", `\nExample:\n  npm run -s fb -- ${parent.name()} ${name} manager@example.org`)
		.action((emailOrId: string, { reason = "" }: { reason?: string }) =>
			withExistingDatabase(async ({ db }) => work(db, await getAccount(db, emailOrId), buildAuditContext(reason))),
		);
}

const addOperatorCommand = (parent: Command, name: string, description: string, work: AccountAction): void =>
	addAccountCommand(parent, name, description, async (db, account, audit) => {
		if (!account.operatorRole) throw new CommandRefusedError(`${account.email} is not an operator.`);
		await work(db, account, audit);
	});

/** An owner is called an operator, as before there were other roles. */
const formatRole = (role: OperatorRole): string => (role === "owner" ? "" : ` (${role})`);

const formatSetupLines = (setupCode: string): readonly string[] => [
	`Set-up code: ${setupCode}`,
	"Use it to set up the second factor at /operator within a day, signed in as this account.",
];

interface NewOperator {
	readonly firstName: string;
	readonly lastName: string;
	readonly role: OperatorRole;
	readonly reason?: string;
}

function addOperator(email: string, { firstName, lastName, role, reason = "" }: NewOperator): Promise<void> {
	const audit = buildAuditContext(reason);
	return withDatabase(async ({ db }) => {
		if ((await findAccounts(db, email)).length > 0) {
			const account = await getAccount(db, email);
			const { emailVerifiedAt } = await getAccountDetails(db, account);
			const isFoundByAddress = account.email.toLowerCase() === email.trim().toLowerCase();
			if (isFoundByAddress && !emailVerifiedAt && !account.operatorRole)
				throw new CommandRefusedError(
					`${account.email} is not verified, so anybody may have signed up with it. If it is the right account, use its id:`,
					formatUser(account),
				);
			if (account.operatorRole && account.operatorRole !== role) {
				await changeOperatorRole(db, account, role, audit);
				return print(`${account.email} is an operator${formatRole(role)}. The second factor stays as it is.`);
			}
			const { setupCode } = await grantOperatorRole(db, account, { role, now: Date.now() }, audit);
			return print(`${account.email} is an operator${formatRole(role)}.`, ...formatSetupLines(setupCode));
		}
		if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
			throw new CommandRefusedError(`There is no account ${email}, and it is not an email address.`);
		if (!readConfig().localLogin)
			throw new CommandRefusedError(
				`${NO_PASSWORDS}. Sign in once through the identity provider, then add that account by its address or id; or start with LOCAL_LOGIN=on.`,
			);
		const { password, setupCode } = await createOperator(
			db,
			{ email, firstName, lastName },
			{ role, now: Date.now() },
			audit,
		);
		print(
			`${email} is an operator${formatRole(role)}, with a new account.`,
			`Password: ${password}`,
			...formatSetupLines(setupCode),
		);
	});
}

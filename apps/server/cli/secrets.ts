import { Argument, Command } from "commander";
import { readConfig } from "../config.ts";
import { listSecretRows } from "../features/operator/secrets/queries.ts";
import { rotateSecret, SECRET_NAMES } from "../features/operator/secrets/service.ts";
import { formatLine, parseReason } from "./command-builders.ts";
import { buildAuditContext, withExistingDatabase } from "./operator-services.ts";
import { CommandRefusedError, print } from "./output/output.ts";

const ROTATE_HELP = `
Replaces a secret that the server has made itself. Running servers use the new one within a second. The previous one is
accepted for 400 days, so that nobody is signed out and notifications arrive; with --now it is refused at once.

Examples:
  npm run -s fb -- secrets rotate identity-provider --reason "once a year"
  npm run -s fb -- secrets rotate identity-provider --now --reason "a backup was stolen"`;

/** What people notice when previous secrets are refused. */
const REVOCATION_EFFECTS: Readonly<Record<string, string>> = {
	"identity-provider":
		"Anyone signing in right now has to start again, and the next sign-in asks for the password. Sessions stay.",
	"known-devices": "Until the next sign-in on a device, wrong passwords from elsewhere can lock it out too.",
	preview: "Everyone has to enter the preview password again.",
	"push-keys": "Devices get no notifications until First Bounce is opened on them.",
};

export function createSecretsCommand(): Command {
	const secrets = new Command("secrets").description("secrets that the server has made itself");
	secrets
		.command("list")
		.description("list secrets: name, time of creation, how many previous ones are still accepted, and until when")
		.addHelpText("after", "\nExample:\n  npm run -s fb -- secrets list")
		.action(() =>
			withExistingDatabase(async ({ db }) => {
				for (const { name, createdAt, previous, until } of await listSecretRows(db))
					print(formatLine(name, createdAt.toISOString(), previous, until?.toISOString()));
			}),
		);
	secrets
		.command("rotate")
		.description("replace a secret")
		.addArgument(new Argument("<NAME>", "the secret").choices(SECRET_NAMES))
		.requiredOption("--reason <TEXT>", "why, for the audit log", parseReason)
		.option("--now", "refuse the previous secrets at once")
		.addHelpText("after", ROTATE_HELP)
		.action(rotate);
	return secrets;
}

async function rotate(name: string, { reason, now }: { readonly reason: string; readonly now?: true }): Promise<void> {
	if (name === "push-keys" && readConfig().push.keys)
		throw new CommandRefusedError(
			"PUSH_VAPID_PRIVATE_KEY is set, so the server uses no keys of its own. Change it there.",
		);
	await withExistingDatabase(async ({ db }) => {
		const wasRotated = await rotateSecret(db, { name, revokesPrevious: now === true }, buildAuditContext(reason));
		if (!wasRotated)
			throw new CommandRefusedError(`The server has not made ${name} yet, so there is nothing to rotate.`);
		print(
			now ? `${name} is rotated, and the previous one is refused. ${REVOCATION_EFFECTS[name]}` : `${name} is rotated.`,
		);
	});
}

import { Command } from "commander";
import { z } from "zod";
import {
	createAnnouncement,
	listAnnouncements,
	withdrawAnnouncement,
} from "../features/notifications/announcements/service.ts";
import { listAuditEntries } from "../features/operator/audit/audit-log.ts";
import { endHold } from "../features/operator/backups/service.ts";
import { dismissPayload, getPayloadDetail, listPayloads, releasePayload } from "../features/operator/feeds/payloads.ts";
import { getOverview } from "../features/operator/overview/service.ts";
import { listJobs, retryJob } from "../features/operator/system/jobs.ts";
import { getMail, listMails, resendMail } from "../features/operator/system/mails.ts";
import { formatCount } from "../i18n/format-count.ts";
import { createAuditedCommand, createIdCommand, createShowCommand, formatLine, parseTime } from "./command-builders.ts";
import { CommandRefusedError, print, printCutOff, printError } from "./output/output.ts";

export function createPayloadCommand(): Command {
	const payload = new Command("payload").description("payloads of the feeds, and the quarantine");
	createShowCommand<[], { all?: true }>(
		payload
			.command("list")
			.description("list quarantined payloads, or the newest payloads")
			.option("--all", "the newest payloads, quarantined or not"),
		"payload list",
		async (services, _, { all }) => {
			const { payloads, nextBefore } = await listPayloads(services, all ? {} : { verdict: "quarantined" });
			for (const payload of payloads)
				print(
					formatLine(
						payload.id,
						payload.receivedAt,
						payload.source,
						payload.kind,
						payload.subject,
						payload.verdict,
						[
							...payload.problems,
							...payload.warnings,
							...(payload.repeatedProblems > 0 ? [`${payload.repeatedProblems} that an earlier payload lists`] : []),
						].join("; "),
					),
				);
			printCutOff(nextBefore !== null, payloads.length, "the console has all");
		},
	);
	createShowCommand<[number]>(
		createIdCommand(payload, "show", "show a payload's original text"),
		"payload show 812",
		async (services, [id]) => {
			const { text, isCut } = await getPayloadDetail(services, id);
			print(text);
			if (isCut) printError(`Payload ${id} is longer: only its beginning is shown.`);
		},
	);
	createAuditedCommand<[number]>(
		createIdCommand(payload, "release", "apply a quarantined payload"),
		'payload release 812 --reason "she did have 61 kicks"',
		async (services, audit, [id]) => {
			const { verdict } = await releasePayload(services, id, audit);
			print(`Payload ${id} is ${verdict}.`);
		},
	);
	createAuditedCommand<[number]>(
		createIdCommand(payload, "dismiss", "dismiss a payload"),
		'payload dismiss 812 --reason "cut off in the middle"',
		async (services, audit, [id]) => {
			await dismissPayload(services, id, audit);
			print(`Payload ${id} is dismissed.`);
		},
	);
	return payload;
}

export function createMailCommand(): Command {
	const mail = new Command("mail").description("the outbox");
	createShowCommand(mail.command("list").description("list the newest mails"), "mail list", async ({ db }) => {
		const { mails, nextBefore } = await listMails(db, {});
		for (const { id, createdAt, kind, to, state, attempts, lastError } of mails)
			print(formatLine(id, createdAt, kind, to, state, attempts, lastError));
		printCutOff(nextBefore !== null, mails.length, "the console has all");
	});
	createShowCommand<[number]>(
		createIdCommand(mail, "show", "show a mail's text"),
		"mail show 12",
		async ({ db, hasMailServer }, [id]) => print((await getMail(db, id, hasMailServer)).text),
	);
	createAuditedCommand<[number]>(
		createIdCommand(mail, "resend", "send a mail again"),
		'mail resend 12 --reason "the server was down"',
		async ({ db, clocks }, audit, [id]) => {
			const { to } = await resendMail(db, id, audit, clocks.wallNow());
			print(`The mail to ${to} will be sent again.`);
		},
	);
	for (const [name, sends, description] of [
		["send-held", true, "send the mails, notifications and webhooks that a restore holds"],
		["discard-held", false, "discard the mails, notifications and webhooks that a restore holds"],
	] as const)
		createAuditedCommand(
			mail.command(name).description(description),
			`mail ${name} --reason "a day old, checked"`,
			async ({ db, clocks }, audit) => {
				const { mails, pushes, webhooks } = await endHold({ db, wallNow: clocks.wallNow }, sends, audit);
				print(
					formatLine(
						sends ? "to be sent" : "discarded",
						formatCount(mails, "mail"),
						formatCount(pushes, "notification"),
						formatCount(webhooks, "webhook"),
					),
				);
			},
		);
	return mail;
}

export function createJobCommand(): Command {
	const job = new Command("job").description("background jobs, such as the phases of rounds");
	createShowCommand(job.command("list").description("list jobs, failed ones first"), "job list", async ({ db }) => {
		for (const { id, queue, key, state, attempts, lastError, output } of (await listJobs(db)).jobs)
			print(formatLine(id, queue, key, state, attempts, lastError ?? output));
	});
	createAuditedCommand<[string]>(
		job.command("retry").description("retry a failed job").argument("<ID>", "an id from the list"),
		'job retry 0b7c… --reason "the disk has room again"',
		async ({ db }, audit, [id]) => {
			if (!z.uuid().safeParse(id).success)
				throw new CommandRefusedError("A job's id is the first word of its line in job list.");
			const { queue, key } = await retryJob(db, id, audit);
			print(`${queue} ${key ?? ""} will run again within seconds.`);
		},
	);
	return job;
}

export function createAnnounceCommand(): Command {
	const announcing = new Command("announce").description("announcements on every screen");
	createShowCommand<[string], { until?: string; warn?: true }>(
		announcing
			.command("show")
			.description("show an announcement")
			.argument("<TEXT>", "up to 300 characters")
			.option("--until <TIME>", "a time with an offset; by default until withdrawn", parseTime)
			.option("--warn", "as a warning"),
		'announce show "Bounce delayed by lightning" --until 2026-09-04T10:00:00Z',
		async ({ db, clocks }, [text], { until = null, warn }) => {
			const tone = warn ? "warn" : "info";
			const { id } = await createAnnouncement({ db, wallNow: clocks.wallNow }, null, { text, tone, until });
			print(`Announcement ${id} is shown.`);
		},
	);
	createShowCommand(
		announcing.command("list").description("list announcements, newest first"),
		"announce list",
		async ({ db, clocks }) => {
			for (const { id, isShown, text } of await listAnnouncements({ db, wallNow: clocks.wallNow }))
				print(formatLine(id, isShown ? "shown" : "over", text));
		},
	);
	createAuditedCommand<[number]>(
		createIdCommand(announcing, "withdraw", "withdraw an announcement"),
		'announce withdraw 3 --reason "it has stopped raining"',
		async ({ db, clocks }, audit, [id]) => {
			await withdrawAnnouncement({ db, wallNow: clocks.wallNow }, id, audit);
			print(`Announcement ${id} is withdrawn.`);
		},
	);
	return announcing;
}

export function createAuditCommand(): Command {
	return createShowCommand<[], { search: string }>(
		new Command("audit")
			.description("the audit log, newest first")
			.option("--search <TEXT>", "part of action, subject, actor or reason", ""),
		"audit --search player:",
		async ({ db }, _, { search }) => {
			const { entries, nextBefore } = await listAuditEntries(db, {
				search,
				searchesReasons: true,
				searchesNames: true,
			});
			for (const { id, at, actor, action, subject, reason } of entries)
				print(formatLine(id, at, actor, action, subject, reason));
			printCutOff(nextBefore !== null, entries.length, "--search finds others, and the console has all");
		},
	);
}

export function createStatusCommand(): Command {
	return createShowCommand(
		new Command("status").description("the season's state and open tasks"),
		"status",
		async (services) => {
			const { season, round, lastPublication, feeds, counts, drafts, waiting, hasMailServer } =
				await getOverview(services);
			print(formatLine("season", season?.id, season?.name, season && `version ${season.dataVersion}`));
			print(
				formatLine("round", round?.id, round?.phase, round && `${round.matchesComplete} of ${round.matches} complete`),
			);
			print(formatLine("published", lastPublication?.roundId, lastPublication?.at));
			for (const { source, lastReceivedAt, received, quarantined } of feeds)
				print(
					formatLine("feed", source, lastReceivedAt, formatCount(received, "payload"), `${quarantined} in quarantine`),
				);
			if (!hasMailServer) print(formatLine("mail", "no SMTP_URL: mails stay in the outbox"));
			for (const [name, count] of Object.entries(counts)) print(formatLine(name, count));
			for (const [state, count] of Object.entries(drafts)) print(formatLine("drafts", state, count));
			for (const [name, count] of Object.entries(waiting)) print(formatLine("waiting", name, count));
		},
	);
}

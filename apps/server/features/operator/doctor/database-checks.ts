import { HOUR_MS } from "@first-bounce/rules/durations";
import type { Config } from "../../../config.ts";
import type { Connection } from "../../../db/connect.ts";
import { listMigrationFiles, listPendingMigrations } from "../../../db/migrate.ts";
import { findRow } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { formatCount } from "../../../i18n/format-count.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { findMaintenance } from "../../../plugins/maintenance.ts";
import { findLastBackups } from "../../backups/backup-log-queries.ts";
import { MAX_BACKUP_AGE_MS } from "../alerts/find-alerts.ts";
import { countDelayedMails, listFailedQueues } from "../alerts/queries.ts";
import { findRelease } from "../releases/queries.ts";
import { findNewerRelease } from "../releases/read-releases.ts";
import { broken, describeError, type Finding, type Findings, ok, warning } from "./finding.ts";

const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/** Checks that the tables are those of this release. Further checks of the database need them. */
export async function checkTables(db: Db): Promise<Finding> {
	try {
		const { names: pending } = await listPendingMigrations(db, await listMigrationFiles());
		if (pending.length === 0) return ok("database", "its tables are those of this release");
		return broken(
			"database",
			`${formatCount(pending.length, "change")} of this release ${pending.length === 1 ? "is" : "are"} not applied to its tables`,
			"Start the server of this release, which applies them.",
		);
	} catch (error) {
		return broken(
			"database",
			describeError(error),
			"Start the release that the database belongs to, or restore a backup of this one.",
		);
	}
}

/** Compares this machine's clock with that of the database. */
export async function checkClock(db: Db, wallNow: () => number): Promise<Finding> {
	const before = wallNow();
	const row = await findRow(db)<{ at: Date }>`SELECT clock_timestamp() AS at`;
	const middle = (before + wallNow()) / 2;
	const difference = middle - (row?.at.getTime() ?? middle);
	if (Math.abs(difference) <= MAX_CLOCK_DIFFERENCE_MS) return ok("clock", "agrees with the database's");
	const seconds = Math.round(Math.abs(difference) / 1000);
	return broken(
		"clock",
		`this machine's clock is ${seconds} seconds ${difference > 0 ? "ahead of" : "behind"} the database's`,
		"Set both clocks by NTP (systemctl enable --now systemd-timesyncd). Players lock by the database's clock.",
	);
}

async function checkOperators(db: Db): Promise<Finding> {
	const row = await findRow(db)<{ owners: number; enrolled: number }>`
		SELECT count(*)::int AS owners, count(f.confirmed_at)::int AS enrolled
		FROM users AS u LEFT JOIN operator_factors AS f ON f.user_id = u.id
		WHERE u.operator_role = 'owner' AND u.is_active`;
	const { owners = 0, enrolled = 0 } = row ?? {};
	if (owners === 0)
		return broken(
			"operators",
			"no active owner: nobody can open the whole console",
			"On a new site open /setup with the code in the server's log; otherwise run fb operator add.",
		);
	return enrolled > 0
		? ok("operators", `${enrolled} of ${owners} owners can open the console`)
		: warning(
				"operators",
				"no owner has set up the second factor",
				"Sign in and open /operator with the code that fb operator add printed; fb operator reset-totp prints a new one.",
			);
}

async function checkSeason(db: Db, { feed }: Config): Promise<Finding> {
	const season = await db
		.selectFrom("seasons")
		.where("is_current", "=", true)
		.select(["is_demo", "status", "generated_from"])
		.executeTakeFirst();
	if (!season) return warning("season", "there is no season", "Import one: docs/season.md.");
	if (!season.is_demo && !season.generated_from && season.status === "open" && feed.source === "simulator")
		return warning(
			"season",
			"FEED is not set, so no stats arrive by themselves",
			"Set FEED to afl-api, csv or manual: docs/season.md.",
		);
	return ok("season", season.is_demo ? "the demo" : "a season is there");
}

async function checkMaintenance(db: Db): Promise<Findings> {
	const maintenance = await findMaintenance(db);
	if (!maintenance) return [];
	const since = maintenance.began_at.toISOString().replace(/:\d\d\.\d+Z$/, "Z");
	return warning(
		"site",
		`closed for maintenance since ${since}`,
		"Open it in the console, Installation, or with fb maintenance end --reason TEXT.",
	);
}

async function checkBackupLog(db: Db, { backup }: Config, now: number): Promise<Findings> {
	if (backup.to === null) return [];
	const { taken, failed } = await findLastBackups(db);
	if (failed)
		return broken(
			"backups",
			`the last backup failed: ${describeError(failed.error ?? "")}`,
			"Remove the cause. The backup is tried again every hour.",
		);
	if (!taken) return warning("backups", "none was made yet", "Wait for BACKUP_AT, or run fb backup --to FOLDER.");
	const ageMs = now - taken.startedAt.getTime();
	const text = `the last is ${formatCount(Math.floor(ageMs / HOUR_MS), "hour")} old`;
	if (ageMs <= MAX_BACKUP_AGE_MS) return ok("backups", text);
	return broken("backups", text, 'See whether the job "Back up the database" waits: console, Outbox & jobs.');
}

async function checkFeedHealth(db: Db, { feed }: Config): Promise<Findings> {
	if (feed.source === "simulator" || feed.source === "manual") return [];
	const row = await db.selectFrom("feed_health").orderBy("reported_at", "desc").select("health").executeTakeFirst();
	if (!row || row.health.failures === 0) return [];
	const fault = describeError(row.health.lastFault ?? "no answer");
	if (feed.source === "csv")
		return warning(
			"feed",
			`FEED_DIR was not read completely: ${fault}`,
			/permission|does not exist/.test(fault)
				? "Let the server's account read the folder and its files."
				: "Correct the file, or remove it from the folder.",
		);
	const { failures, isRefused } = row.health;
	return isRefused
		? broken(
				"feed",
				`the provider refuses the server's requests: ${fault}`,
				'Waiting does not help: docs/season.md, "If the provider refuses".',
			)
		: warning(
				"feed",
				`the last ${failures === 1 ? "request" : `${failures} requests`} to the provider failed: ${fault}`,
				"Wait, or enter the stats yourself: docs/season.md.",
			);
}

async function checkQueues(db: Db, { smtpUrl }: Config, now: number): Promise<readonly Finding[]> {
	const queues = await listFailedQueues(db);
	const delayed = smtpUrl === null ? 0 : await countDelayedMails(db, now);
	const mailText = `${formatCount(delayed, "mail")} ${delayed === 1 ? "waits" : "wait"} for more than ten minutes`;
	return [
		queues.length === 0
			? ok("jobs", "none has failed")
			: broken(
					"jobs",
					`failed: ${queues.join(", ")}`,
					"Read the error in the console, Outbox & jobs; then press Retry.",
				),
		...(delayed > 0 ? [broken("mail", mailText, "See what fb mail list says about them.")] : []),
	];
}

async function checkRelease(db: Db, { releaseFeed }: Config): Promise<Findings> {
	if (releaseFeed === null) return [];
	const found = await findRelease(db);
	const newer = findNewerRelease(found);
	if (newer)
		return warning(
			"release",
			`${newer.version} is out, and this is ${packageJson.version}`,
			`Read what is new, ${newer.url}, and upgrade: docs/operating/upgrade.md.`,
		);
	if (found?.problem)
		return warning(
			"release",
			`RELEASE_FEED cannot be read: ${describeError(found.problem)}`,
			"Check the address, and that the firewall lets the server out. It is tried again every hour.",
		);
	return ok("release", found?.version ? `${packageJson.version}, the newest` : "the newest is not known yet");
}

/** Checks what the database says about the installation. Its tables must be those of this release. */
export const checkContent = async ({ db }: Pick<Connection, "db">, config: Config, now: number) =>
	[
		await checkMaintenance(db),
		await checkOperators(db),
		await checkSeason(db, config),
		await checkBackupLog(db, config, now),
		await checkFeedHealth(db, config),
		await checkQueues(db, config, now),
		await checkRelease(db, config),
	].flat();

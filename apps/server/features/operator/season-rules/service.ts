import { isDeepStrictEqual } from "node:util";
import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type {
	changeSeasonRules as changeCall,
	previewSeasonRules as previewCall,
	showSeasonRules as showCall,
} from "@first-bounce/contract/operator/season/season-rules";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findChangeViolation } from "@first-bounce/rules/season-changes/operator-changes";
import { isRulesGroup, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { loadSeasonWithStatus } from "../../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { incrementDataVersion, lockSeason } from "../../seasons/current/season-version-queries.ts";
import { checkSeasonRules } from "../../seasons/import/files/check-season-rules.ts";
import { repriceSavedTeams } from "../../seasons/start-rounds/reprice-teams.ts";
import type { OperatorServices } from "../services.ts";
import { findRulesEffects } from "./effects.ts";
import { findPreviewOnlyEffects } from "./preview-only-effects.ts";
import { saveSeasonRules } from "./queries.ts";

type RulesLock = SuccessOf<typeof showCall>["lock"];

/** Gets the reason why a season's rules cannot be changed: rules are fixed once a player has locked. */
function getRulesLock(season: SeasonSnapshot, isClosed: boolean, now: SeasonTime): RulesLock {
	if (isClosed) return "closed";
	return findChangeViolation({ kind: "rules" }, { rounds: season.rounds, now }) ? "first-lock" : null;
}

async function loadRequiredSeason(db: Db, seasonId: number) {
	const loaded = await loadSeasonWithStatus(db, seasonId);
	if (!loaded) throw refuse(404, "season-unknown");
	return loaded;
}

export async function showSeasonRules({ db, clocks }: OperatorServices, seasonId: number) {
	const { season, isClosed } = await loadRequiredSeason(db, seasonId);
	const lockTimes = season.rounds.flatMap((round) => getFirstLockTime(round) ?? []);
	return {
		seasonId,
		name: season.name,
		rules: { ...season.rules },
		firstLockAt: lockTimes.length > 0 ? new Date(Math.min(...lockTimes)).toISOString() : null,
		lock: getRulesLock(season, isClosed, clocks.seasonNow()),
	};
}

/** Finds the problems and effects of changed rules, which are not saved. */
export async function previewSeasonRules(
	{ db, clocks }: OperatorServices,
	seasonId: number,
	newRules: BodyOf<typeof previewCall>["rules"],
): Promise<SuccessOf<typeof previewCall>> {
	const { rules, problems } = checkSeasonRules(newRules);
	const { season } = await loadRequiredSeason(db, seasonId);
	if (!rules) return { problems: [...problems], effects: [] };
	const effects = await findRulesEffects({ db, season, after: rules, now: clocks.seasonNow() });
	return {
		problems: [...problems],
		effects: [...effects, ...(await findPreviewOnlyEffects({ db, season, after: rules }))],
	};
}

/** Lists the changed values by dotted path, for the audit log. */
function listChangedRules(before: unknown, after: unknown, at = ""): { at: string; before: unknown; after: unknown }[] {
	if (isDeepStrictEqual(before, after)) return [];
	if (!isRulesGroup(before) || !isRulesGroup(after)) return [{ at, before, after }];
	const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	return keys.flatMap((key) => listChangedRules(before[key], after[key], at === "" ? key : `${at}.${key}`));
}

/** Rules as they are stored: JSON drops fields that are undefined. */
const normalizeRules = (rules: object): unknown => JSON.parse(JSON.stringify(rules));

/** Loads a season whose rules can be changed. `shown` are the rules that the operator saw. */
async function requireChangeableSeason(
	db: Db,
	{ seasonId, shown, now }: { readonly seasonId: number; readonly shown: object; readonly now: SeasonTime },
): Promise<SeasonSnapshot> {
	const { season, isClosed } = await loadRequiredSeason(db, seasonId);
	const lock = getRulesLock(season, isClosed, now);
	if (lock === "closed") throw refuse(409, "season-is-closed");
	if (lock) throw refuse(409, "rules-locked");
	if (!isDeepStrictEqual(normalizeRules(season.rules), shown)) throw refuse(409, "rules-changed");
	return season;
}

async function requireValidRules(
	db: Db,
	season: SeasonSnapshot,
	newRules: BodyOf<typeof changeCall>["rules"],
	now: SeasonTime,
): Promise<SeasonRules> {
	const { rules, problems } = checkSeasonRules(newRules);
	if (!rules) {
		const [problem] = problems;
		throw refuse(422, "rules-invalid", { rule: problem?.at ?? "", problem: problem?.message ?? "" });
	}
	for (const effect of await findRulesEffects({ db, season, after: rules, now }))
		if (effect.isRefused) throw refuse(409, `rules-${effect.kind}`, effect.values);
	return rules;
}

/**
 * Changes a season's rules before its first lock. If the salary cap changes, the banks of saved teams change with it, and
 * a team over the cap starts in the first round in which it fits.
 *
 * @throws Refusal `season-is-closed`, `rules-locked`, `rules-changed`, `rules-invalid`, or
 * `rules-` and the effect that prevents saving
 */
export async function changeSeasonRules(
	{ db, seasons, clocks }: OperatorServices,
	seasonId: number,
	{ rules: newRules, shown }: Pick<BodyOf<typeof changeCall>, "rules" | "shown">,
	audit: AuditContext,
): Promise<SuccessOf<typeof changeCall>> {
	const changed = await db.transaction().execute(async (trx) => {
		await lockSeason(trx, seasonId, "exclusive");
		// Read after locking, because a match may have started meanwhile.
		const now = clocks.seasonNow();
		const season = await requireChangeableSeason(trx, { seasonId, shown, now });
		const rules = await requireValidRules(trx, season, newRules, now);
		const changes = listChangedRules(normalizeRules(season.rules), normalizeRules(rules));
		if (changes.length === 0) return [];
		await saveSeasonRules(trx, seasonId, JSON.stringify(rules));
		if (rules.salaryCap !== season.rules.salaryCap) await repriceSavedTeams(trx, seasonId, now);
		await writeAudit(trx, audit, {
			action: "rules-changed",
			subject: `season:${seasonId}`,
			before: Object.fromEntries(changes.map(({ at, before }) => [at, before])),
			after: Object.fromEntries(changes.map(({ at, after }) => [at, after])),
		});
		await incrementDataVersion(trx, seasonId);
		return changes.map(({ at }) => at);
	});
	await seasons.refresh();
	return { changed };
}

import type { BodyOf } from "@first-bounce/contract/call";
import type { changeDraftSettings } from "@first-bounce/contract/draft/draft-process";
import type { DraftSettings, NewDraftSettings } from "@first-bounce/contract/draft/draft-settings";
import { type DraftProblem, listDraftProblems } from "@first-bounce/rules/draft/draft-problems";
import { LIVE_PICK_SECONDS } from "@first-bounce/rules/draft/pick-clock";
import {
	getSquadPreset,
	MAX_DRAFT_TEAMS,
	MIN_DRAFT_TEAMS,
	type SquadRules,
} from "@first-bounce/rules/draft/squad-rules";
import { LINES } from "@first-bounce/rules/player";
import type { Season } from "../../../api/season-model.ts";
import { getLocalTimeZone } from "../../../i18n/format.ts";

/** The settings of a draft as a form; `squad` is null while it follows the size of the league. */
export interface DraftForm extends Readonly<Omit<DraftSettings, "squad" | "tradeDeadline">> {
	readonly squad: SquadRules | null;
	/** Left out for that of a new league. */
	readonly tradeDeadline?: DraftSettings["tradeDeadline"];
}

export interface WithDraft {
	readonly draft: DraftForm;
}

export const HOUR_SECONDS = 3_600;
const SLOW_PICK_HOURS = [1, 2, 4, 6, 8, 12, 24];
const DEFAULT_LIVE_SECONDS = 60;
const DEFAULT_SLOW_HOURS = 4;
const DEFAULT_NIGHT = { from: "23:00", to: "07:00" };
/** The number of teams that the form of a draft league begins with. */
export const DEFAULT_DRAFT_SIZE = 8;

export const DRAFT_SIZES: readonly number[] = Array.from(
	{ length: MAX_DRAFT_TEAMS - MIN_DRAFT_TEAMS + 1 },
	(_, index) => MIN_DRAFT_TEAMS + index,
);

const AUSTRALIAN_ZONES = [
	"Australia/Melbourne",
	"Australia/Sydney",
	"Australia/Brisbane",
	"Australia/Adelaide",
	"Australia/Darwin",
	"Australia/Perth",
	"Australia/Hobart",
];
/** The time zones to choose from, with this device's zone and the zone in the form. */
export const listTimeZones = (zone: string): readonly string[] => [
	...new Set([getLocalTimeZone(), zone, ...AUSTRALIAN_ZONES]),
];

/** A live snake draft with a minute a pick, whose start is not set. */
export const buildDefaultDraft = (): DraftForm => ({
	draftType: "snake",
	clock: "live",
	pickTurnTime: DEFAULT_LIVE_SECONDS,
	nightPause: null,
	timeZone: getLocalTimeZone(),
	draftStart: null,
	captainDoubled: true,
	squad: null,
	waiverPriority: "rolling",
	tradeReview: "commissioner",
	tradeReviewHours: 24,
	protectsBest: true,
	hasInjuredPlace: true,
	format: "redraft",
	maxKeepers: 3,
	maxKeeperYears: 3,
	minDelists: 3,
});

const isSameSquad = (one: SquadRules, other: SquadRules): boolean =>
	one.utilityScores === other.utilityScores &&
	(["field", "bench", "limits"] as const).every((part) => LINES.every((line) => one[part][line] === other[part][line]));

/** The draft settings of a league as a form. The league exists, or is a former one whose settings a new league takes over. */
export const buildDraftForm = ({ squad, ...settings }: DraftSettings, size: number): DraftForm => {
	const { draftType, clock, pickTurnTime, nightPause, timeZone, draftStart, captainDoubled } = settings;
	const { waiverPriority, tradeReview, tradeReviewHours, tradeDeadline, protectsBest, hasInjuredPlace } = settings;
	const { format, maxKeepers, maxKeeperYears, minDelists } = settings;
	const draft = { draftType, clock, pickTurnTime, nightPause, timeZone, draftStart, captainDoubled };
	const trades = { tradeReview, tradeReviewHours, tradeDeadline };
	const ofFormat = { format, maxKeepers, maxKeeperYears, minDelists };
	const form = { ...draft, waiverPriority, ...trades, protectsBest, hasInjuredPlace, ...ofFormat };
	return { ...form, squad: isSameSquad(squad, getSquadPreset(size)) ? null : squad };
};

/** Changes the kind of clock, with the usual time for a pick of that kind. */
export const changeClock = (clock: DraftForm["clock"]): Pick<DraftForm, "clock" | "pickTurnTime" | "nightPause"> =>
	clock === "live"
		? { clock, pickTurnTime: DEFAULT_LIVE_SECONDS, nightPause: null }
		: { clock, pickTurnTime: DEFAULT_SLOW_HOURS * HOUR_SECONDS, nightPause: DEFAULT_NIGHT };

/** The times for a pick to choose from, in seconds. */
export function listPickTimes({ clock, pickTurnTime }: Pick<DraftForm, "clock" | "pickTurnTime">): readonly number[] {
	if (clock === "live") return LIVE_PICK_SECONDS;
	const hours = [...new Set([...SLOW_PICK_HOURS, pickTurnTime / HOUR_SECONDS])].toSorted((a, b) => a - b);
	return hours.map((count) => count * HOUR_SECONDS);
}

export const getSquad = ({ squad }: Pick<DraftForm, "squad">, size: number): SquadRules =>
	squad ?? getSquadPreset(size);

/** Why the squads of a league of some size cannot be filled. */
export function listSquadProblems(
	squad: SquadRules,
	size: number,
	{ lookup, players }: Pick<Season, "lookup" | "players">,
): readonly DraftProblem[] {
	const known = players.flatMap(({ id }) => lookup(id) ?? []);
	const plan = { size, teams: [], order: [], rules: squad, players: known, roundsLeft: 1 };
	return listDraftProblems(plan).filter(({ code }) => code === "limit-below-places" || code === "players-missing");
}

/** The draft of the create call. Without a squad the league gets the preset of its size. */
export const buildNewDraft = ({ squad, ...form }: DraftForm): Partial<NewDraftSettings> =>
	squad === null ? form : { ...form, squad };

/**
 * The body of the call that changes a draft's settings: only those that differ from the form's initial values, because somebody
 * else who runs the league may have changed the rest meanwhile. The date of the draft has a call of its own.
 */
export function buildSettingsBody(
	form: DraftForm,
	initial: DraftForm,
	size: number,
): Partial<BodyOf<typeof changeDraftSettings>> {
	const { draftStart: _, ...settings } = { ...form, squad: getSquad(form, size) };
	const before: Readonly<Record<string, unknown>> = { ...initial, squad: getSquad(initial, size) };
	return Object.fromEntries(
		Object.entries(settings).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
	);
}

/** The body of the call that converts a league between two seasons. */
export const buildFormatBody = ({ format, maxKeepers, maxKeeperYears, minDelists }: DraftForm) => ({
	format,
	maxKeepers,
	maxKeeperYears,
	minDelists,
});

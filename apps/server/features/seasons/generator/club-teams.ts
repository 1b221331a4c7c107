import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { LINES, type Line, type PlayerStatus } from "@first-bounce/rules/player";
import type { Footballer } from "./footballers.ts";
import type { Random } from "./random.ts";

/** The players whom a club chooses for a round, as it announces them. */
export interface ClubTeam {
	readonly roundId: RoundId;
	/** The twenty-one players who take the field. */
	readonly playing: readonly PlayerId[];
	/** Players who are injured from the start of the week. */
	readonly injured: readonly PlayerId[];
	/** Statuses as announced the day before the match; a late out is still `playing` here. */
	readonly announced: ReadonlyMap<PlayerId, PlayerStatus>;
	/** Statuses an hour before the match. */
	readonly final: ReadonlyMap<PlayerId, PlayerStatus>;
	/** The player who was announced but does not play. */
	readonly lateOut: PlayerId | null;
}

/** How many players are picked by first line: twenty. The twenty-first is the best of the others. */
const PLAYERS_PER_LINE: Readonly<Record<Line, number>> = { DEF: 6, MID: 6, RUC: 1, FWD: 7 };
const TEAM_SIZE = 21;
const EMERGENCY_COUNT = 4;
const INITIAL_INJURY_CHANCE = 0.05;
const MATCH_INJURY_CHANCE = 0.045;
/** With more injured players a club of thirty could not fill its team and emergencies. */
const MAX_INJURED = 5;
const MAX_ROUNDS_INJURED = 5;
const LATE_OUT_CHANCE = 0.22;
const LATE_OUT_INJURY_CHANCE = 0.5;
/** Standard deviation of the logarithm of a player's level as the selectors see it this week. */
const SELECTION_DEVIATION = 0.17;

const getFirstLine = ({ position }: Footballer): Line => position[0] ?? "MID";

/** Picks the team from the fit players; `unpicked` are the others, best first. */
function pickTeam(fit: readonly Footballer[], random: Random): { team: Footballer[]; unpicked: Footballer[] } {
	const ranked = fit
		.map((footballer) => ({ footballer, value: footballer.level * Math.exp(random.normal(0, SELECTION_DEVIATION)) }))
		.sort((one, other) => other.value - one.value)
		.map(({ footballer }) => footballer);
	const bestByLine = LINES.flatMap((line) =>
		ranked.filter((footballer) => getFirstLine(footballer) === line).slice(0, PLAYERS_PER_LINE[line]),
	);
	const others = ranked.filter((footballer) => !bestByLine.includes(footballer));
	const missingCount = TEAM_SIZE - bestByLine.length;
	return { team: [...bestByLine, ...others.slice(0, missingCount)], unpicked: others.slice(missingCount) };
}

function buildStatuses(
	list: readonly Footballer[],
	playing: ReadonlySet<PlayerId>,
	emergencies: ReadonlySet<PlayerId>,
	injured: ReadonlySet<PlayerId>,
): ReadonlyMap<PlayerId, PlayerStatus> {
	const getStatus = (id: PlayerId): PlayerStatus => {
		if (injured.has(id)) return "injured";
		if (playing.has(id)) return "playing";
		return emergencies.has(id) ? "emergency" : "not-playing";
	};
	return new Map(list.map(({ id }) => [id, getStatus(id)]));
}

/** Draws a club's teams for all rounds, with injuries that last for weeks and an occasional late out. */
export function selectTeams(list: readonly Footballer[], rounds: number, random: Random): ClubTeam[] {
	const injuredUntil = new Map<PlayerId, RoundId>();
	const initiallyInjured = list.filter(() => random.chance(INITIAL_INJURY_CHANCE)).slice(0, MAX_INJURED);
	for (const { id } of initiallyInjured) injuredUntil.set(id, 1 + random.int(rounds));

	return Array.from({ length: rounds }, (_, index): ClubTeam => {
		const roundId = index + 1;
		const roundRandom = random.fork(`round ${roundId}`);
		const injured = new Set(list.map(({ id }) => id).filter((id) => (injuredUntil.get(id) ?? 0) >= roundId));
		const { team, unpicked } = pickTeam(
			list.filter(({ id }) => !injured.has(id)),
			roundRandom,
		);
		const emergencies = unpicked.slice(0, EMERGENCY_COUNT);
		const withdrawn = roundRandom.chance(LATE_OUT_CHANCE) ? roundRandom.pick(team) : null;
		const replacement =
			withdrawn &&
			(emergencies.find((emergency) => getFirstLine(emergency) === getFirstLine(withdrawn)) ?? emergencies[0]);
		const toIds = (footballers: readonly Footballer[]) => new Set(footballers.map(({ id }) => id));
		const announced = buildStatuses(list, toIds(team), toIds(emergencies), injured);
		const lateOut = replacement && withdrawn ? withdrawn.id : null;
		const finalTeam = replacement ? [...team.filter(({ id }) => id !== lateOut), replacement] : team;
		const finalEmergencies = emergencies.filter((emergency) => emergency !== replacement);
		const final = buildStatuses(list, toIds(finalTeam), toIds(finalEmergencies), injured);

		const playing = finalTeam.map(({ id }) => id);
		const newlyInjured = playing.filter(() => roundRandom.chance(MATCH_INJURY_CHANCE));
		if (lateOut !== null && roundRandom.chance(LATE_OUT_INJURY_CHANCE)) newlyInjured.push(lateOut);
		const stillInjuredCount = [...injured].filter((id) => (injuredUntil.get(id) ?? 0) > roundId).length;
		for (const id of newlyInjured.slice(0, Math.max(0, MAX_INJURED - stillInjuredCount)))
			injuredUntil.set(id, roundId + 1 + roundRandom.int(MAX_ROUNDS_INJURED));
		return { roundId, playing, injured: [...injured], announced, final, lateOut };
	});
}

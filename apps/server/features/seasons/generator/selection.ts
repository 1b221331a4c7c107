import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { LINES, type Line, type PlayerStatus } from "@first-bounce/rules/player";
import type { Footballer } from "./footballers.ts";
import type { Random } from "./random.ts";

/** One club's week, as it is known bit by bit. */
export interface Selection {
	readonly roundId: RoundId;
	/** The twenty-one who take the field. */
	readonly playing: readonly PlayerId[];
	/** Known all week. */
	readonly injured: readonly PlayerId[];
	/** As announced the day before; a late out still counts as playing in it. */
	readonly announced: ReadonlyMap<PlayerId, PlayerStatus>;
	/** As it stands an hour before. */
	readonly final: ReadonlyMap<PlayerId, PlayerStatus>;
	/** Who was announced and does not play. */
	readonly lateOut: PlayerId | null;
}

/** Of the twenty-one, by first line; the twenty-first is the best of the others. */
const PLACES: Readonly<Record<Line, number>> = { DEF: 6, MID: 6, RUC: 1, FWD: 7 };
const TEAM = 21;
const EMERGENCIES = 4;
const INJURED_AT_THE_START = 0.05;
const INJURED_IN_A_MATCH = 0.045;
/** More, and a club could not fill a team with its emergencies. */
const MAX_INJURED = 5;
const LATE_OUT = 0.22;
/** Deviation of the log of what the selectors think of her this week. */
const OPINION = 0.17;

const getFirstLine = ({ position }: Footballer): Line => position[0] ?? "MID";

/** Puts the twenty-one first, best of each line, then everyone else who is fit, best first. */
function pickTeam(fit: readonly Footballer[], random: Random): { team: Footballer[]; rest: Footballer[] } {
	const ranked = fit
		.map((footballer) => ({ footballer, worth: footballer.level * Math.exp(random.normal(0, OPINION)) }))
		.sort((one, other) => other.worth - one.worth)
		.map(({ footballer }) => footballer);
	const byLine = LINES.flatMap((line) =>
		ranked.filter((footballer) => getFirstLine(footballer) === line).slice(0, PLACES[line]),
	);
	const left = ranked.filter((footballer) => !byLine.includes(footballer));
	const missing = TEAM - byLine.length;
	return { team: [...byLine, ...left.slice(0, missing)], rest: left.slice(missing) };
}

function buildStatuses(
	list: readonly Footballer[],
	playing: ReadonlySet<PlayerId>,
	emergencies: ReadonlySet<PlayerId>,
	injured: ReadonlySet<PlayerId>,
): ReadonlyMap<PlayerId, PlayerStatus> {
	const statusOf = (id: PlayerId): PlayerStatus => {
		if (injured.has(id)) return "injured";
		if (playing.has(id)) return "playing";
		return emergencies.has(id) ? "emergency" : "not-playing";
	};
	return new Map(list.map(({ id }) => [id, statusOf(id)]));
}

/** A club's selections round by round: injuries last for weeks, form decides the rest, now and then a late out. */
export function selectTeams(list: readonly Footballer[], rounds: number, random: Random): Selection[] {
	const outUntil = new Map<PlayerId, RoundId>();
	const hurtBefore = list.filter(() => random.chance(INJURED_AT_THE_START)).slice(0, MAX_INJURED);
	for (const { id } of hurtBefore) outUntil.set(id, 1 + random.int(rounds));

	return Array.from({ length: rounds }, (_, index): Selection => {
		const roundId = index + 1;
		const week = random.fork(`round ${roundId}`);
		const injured = new Set(list.map(({ id }) => id).filter((id) => (outUntil.get(id) ?? 0) >= roundId));
		const { team, rest } = pickTeam(
			list.filter(({ id }) => !injured.has(id)),
			week,
		);
		const emergencies = rest.slice(0, EMERGENCIES);
		const out = week.chance(LATE_OUT) ? week.pick(team) : null;
		const cover = out && (emergencies.find((each) => getFirstLine(each) === getFirstLine(out)) ?? emergencies[0]);
		const ids = (footballers: readonly Footballer[]) => new Set(footballers.map(({ id }) => id));
		const announced = buildStatuses(list, ids(team), ids(emergencies), injured);
		const lateOut = cover && out ? out.id : null;
		const finalTeam = cover ? [...team.filter(({ id }) => id !== lateOut), cover] : team;
		const stillEmergencies = emergencies.filter((each) => each !== cover);
		const final = buildStatuses(list, ids(finalTeam), ids(stillEmergencies), injured);

		const playing = finalTeam.map(({ id }) => id);
		const hurt = playing.filter(() => week.chance(INJURED_IN_A_MATCH));
		if (lateOut !== null && week.chance(0.5)) hurt.push(lateOut);
		const stillOut = [...injured].filter((id) => (outUntil.get(id) ?? 0) > roundId).length;
		for (const id of hurt.slice(0, Math.max(0, MAX_INJURED - stillOut))) outUntil.set(id, roundId + 1 + week.int(5));
		return { roundId, playing, injured: [...injured], announced, final, lateOut };
	});
}

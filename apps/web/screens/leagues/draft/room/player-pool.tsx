import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useStatic } from "../../../../api/use-static.ts";
import { Button } from "../../../../components/button/button.tsx";
import { SelectChip } from "../../../../components/select/select-chip.tsx";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { useAveragePicks } from "../../../../draft-league/use-draft-figures.ts";
import {
	compareByName,
	filterPlayers,
	normalizeName,
	searchPlayers,
} from "../../../../players/filters/player-filter.ts";
import { PlayerFilters } from "../../../../players/filters/player-filters.tsx";
import { getFullName } from "../../../../players/player-format.ts";
import { useFavourites } from "../../../../players/use-favourites.ts";
import styles from "./player-pool.module.css";
import { PoolPlayer } from "./pool-player.tsx";
import { SHOWN, SORTS, type Sort } from "./use-pool-view.ts";
import { type Room, useRoom } from "./use-room.ts";

/** Names may be shared, and birthdays missing. */
const getPersonKey = ({ firstName, lastName, birthday }: PlayerEntry): string =>
	`${normalizeName(`${firstName} ${lastName}`)} ${birthday ?? ""}`;

/** Returns a player's average in the last closed season; null without one, or if she did not play in it. */
function useLastSeason(): (player: PlayerEntry) => number | null {
	const { data: seasons } = useStatic("seasons", { meta: { noErrorModal: true } });
	const closed = seasons?.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id) ?? [];
	const last = Math.max(0, ...closed);
	const { data: players } = useStatic(`${last}/players`, { enabled: last > 0, meta: { noErrorModal: true } });
	return useMemo(() => {
		const averages = new Map(players?.map((player) => [getPersonKey(player), player.stats]));
		return (player) => {
			const stats = averages.get(getPersonKey(player));
			return stats && stats.gamesPlayed > 0 ? stats.avgPoints : null;
		};
	}, [players]);
}

/** Figures of players from outside the draft. */
interface PoolFigures {
	readonly getLastSeason: (player: PlayerEntry) => number | null;
	readonly getAveragePick: (id: PlayerId) => number | null;
}

function createComparator(
	sort: Sort,
	{ players }: Room,
	{ getLastSeason, getAveragePick }: PoolFigures,
): (a: PlayerEntry, b: PlayerEntry) => number {
	const getRank = ({ id }: PlayerEntry) => players.byId.get(id)?.rank ?? 0;
	const getPoints = ({ id }: PlayerEntry) => players.byId.get(id)?.points ?? 0;
	const getAverage = ({ stats }: PlayerEntry) => (stats.gamesPlayed > 0 ? stats.avgPoints : -1);
	const getPick = ({ id }: PlayerEntry) => getAveragePick(id) ?? Number.MAX_SAFE_INTEGER;
	const compare: Readonly<Record<Sort, (a: PlayerEntry, b: PlayerEntry) => number>> = {
		rank: (a, b) => getRank(a) - getRank(b),
		projected: (a, b) => getPoints(b) - getPoints(a),
		average: (a, b) => getAverage(b) - getAverage(a),
		lastSeason: (a, b) => (getLastSeason(b) ?? -1) - (getLastSeason(a) ?? -1),
		averagePick: (a, b) => getPick(a) - getPick(b),
		name: () => 0,
	};
	return (a, b) => compare[sort](a, b) || compareByName(a, b);
}

const MAX_TAKEN = 5;

/** Players whom the search finds among those who were taken. */
const TakenPlayers = ({ search }: { readonly search: string }) => {
	const { t } = useTranslation();
	const { model, season } = useRoom();
	const taken = season.players.filter(({ id }) => model.pickByPlayer.has(id));
	const found = searchPlayers(taken, search).slice(0, MAX_TAKEN);
	if (found.length === 0) return null;
	return (
		<ul className={styles.taken}>
			{found.map((player) => {
				const pick = model.pickByPlayer.get(player.id);
				return (
					<li key={player.id}>
						{t("draftRoom.pool.taken", {
							name: getFullName(player),
							team: formatSeatName(model.seatById.get(pick?.teamId ?? 0), t),
							pick: pick?.overall,
						})}
					</li>
				);
			})}
		</ul>
	);
};

const Filters = ({ missingSorts }: { readonly missingSorts: readonly Sort[] }) => {
	const { t } = useTranslation();
	const { season, pool } = useRoom();
	const { filter, changeFilter, sort, setSort, shown, setShown } = pool;
	const chips = useMemo(
		() => (
			<>
				<SelectChip
					label={t("draftRoom.pool.show")}
					value={shown}
					isActive={shown !== "free"}
					choices={SHOWN.map((value) => ({ value, label: t(`draftRoom.pool.shown.${value}`) }))}
					onChange={setShown}
				/>
				<SelectChip
					label={t("pool.sort")}
					value={sort}
					choices={SORTS.filter((value) => !missingSorts.includes(value)).map((value) => ({
						value,
						label: t(`draftRoom.pool.sort.${value}`),
					}))}
					onChange={setSort}
				/>
			</>
		),
		[t, shown, setShown, sort, setSort, missingSorts],
	);
	return (
		<PlayerFilters filter={filter} onChange={changeFilter} squads={season.squads} hasPrices={false}>
			{chips}
		</PlayerFilters>
	);
};

/** The players whom nobody has drafted, best first, with the reason why one cannot be taken. */
export const PlayerPool = () => {
	const { t } = useTranslation();
	const room = useRoom();
	const { season, players, preferences, target, startPick } = room;
	const { filter, sort, shown, shownCount, showMore } = room.pool;
	const { freeAgents, byId, getProblem } = players;
	const { ids: starred } = useFavourites();
	const getLastSeason = useLastSeason();
	const getAveragePick = useAveragePicks(season);
	/** The sorts for which there are no figures. */
	const missingSorts = useMemo((): readonly Sort[] => {
		const hasLastSeason = season.players.some((player) => getLastSeason(player) !== null);
		const hasPicks = season.players.some(({ id }) => getAveragePick(id) !== null);
		return [...(hasLastSeason ? [] : ["lastSeason" as const]), ...(hasPicks ? [] : ["averagePick" as const])];
	}, [season.players, getLastSeason, getAveragePick]);
	const shownFilter = useDeferredValue(filter);
	const found = filterPlayers(
		season.players.filter(({ id }) => byId.has(id)),
		shownFilter,
		{ bank: 0, starred },
	)
		.filter(({ id }) => shown === "free" || getProblem(id) === null)
		.sort(createComparator(sort, room, { getLastSeason, getAveragePick }));
	const { queue, ranking, doNotDraft } = preferences.lists;
	return (
		<section className={styles.pool} aria-label={t("draftRoom.tabs.players")}>
			<Filters missingSorts={missingSorts} />
			{freeAgents.data ? (
				<p className={styles.count} role="status">
					{t("pool.count", { count: found.length })}
				</p>
			) : (
				<LoadingOrError of={[freeAgents]} isPart height="320px" />
			)}
			<TakenPlayers search={shownFilter.search} />
			<ol>
				{found.slice(0, shownCount).map((player) => (
					<PoolPlayer
						key={player.id}
						player={player}
						season={season}
						rank={byId.get(player.id)?.rank ?? 0}
						projectedPoints={byId.get(player.id)?.points ?? 0}
						lastSeason={getLastSeason(player)}
						averagePick={getAveragePick(player.id)}
						problem={getProblem(player.id)}
						mayPick={target !== null}
						hasLists={preferences.result.data !== undefined}
						isQueued={queue.includes(player.id)}
						isRanked={ranking.includes(player.id)}
						isUnwanted={doNotDraft.includes(player.id)}
						onPick={startPick}
						onToggle={preferences.toggle}
					/>
				))}
			</ol>
			{found.length > shownCount ? <Button onPress={showMore}>{t("draftRoom.pool.more")}</Button> : null}
		</section>
	);
};

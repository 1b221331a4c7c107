import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import { SelectChip } from "../../../../components/select/select-chip.tsx";
import { Skeleton } from "../../../../components/skeleton/skeleton.tsx";
import { QueryError } from "../../../../components/states/states.tsx";
import {
	compareByName,
	DEFAULT_PLAYER_FILTER,
	filterPlayers,
	type PlayerFilter,
} from "../../../../players/filters/player-filter.ts";
import { PlayerFilters } from "../../../../players/filters/player-filters.tsx";
import { useFavourites } from "../../../../players/use-favourites.ts";
import { formatSeatName } from "../model/seat-style.ts";
import styles from "./player-pool.module.css";
import { PoolPlayer } from "./pool-player.tsx";
import { useLastSeason } from "./use-last-season.ts";
import { type Room, useRoom } from "./use-room.ts";

const SORTS = ["rank", "projected", "average", "lastSeason", "name"] as const;
type Sort = (typeof SORTS)[number];
const SHOWN = ["free", "legal"] as const;
type Shown = (typeof SHOWN)[number];

/** How many rows are shown at first, and by each press on "Show more". */
const PAGE = 50;

function createComparator(
	sort: Sort,
	{ players }: Room,
	getLastSeason: (player: PlayerEntry) => number | null,
): (a: PlayerEntry, b: PlayerEntry) => number {
	const getRank = ({ id }: PlayerEntry) => players.byId.get(id)?.rank ?? 0;
	const getPoints = ({ id }: PlayerEntry) => players.byId.get(id)?.points ?? 0;
	const getAverage = ({ stats }: PlayerEntry) => (stats.gamesPlayed > 0 ? stats.avgPoints : -1);
	const compare: Readonly<Record<Sort, (a: PlayerEntry, b: PlayerEntry) => number>> = {
		rank: (a, b) => getRank(a) - getRank(b),
		projected: (a, b) => getPoints(b) - getPoints(a),
		average: (a, b) => getAverage(b) - getAverage(a),
		lastSeason: (a, b) => (getLastSeason(b) ?? -1) - (getLastSeason(a) ?? -1),
		name: () => 0,
	};
	return (a, b) => compare[sort](a, b) || compareByName(a, b);
}

/** Players whom the search finds among those who were taken. */
const TakenPlayers = ({ filter }: { readonly filter: PlayerFilter }) => {
	const { t } = useTranslation();
	const { model, season } = useRoom();
	const search = { ...DEFAULT_PLAYER_FILTER, search: filter.search };
	const taken = season.players.filter(({ id }) => model.pickByPlayer.has(id));
	const found = filterPlayers(taken, search, { bank: 0, starred: new Set() }).slice(0, 5);
	if (filter.search.trim() === "" || found.length === 0) return null;
	return (
		<ul className={styles.taken}>
			{found.map((player) => {
				const pick = model.pickByPlayer.get(player.id);
				return (
					<li key={player.id}>
						{t("draftRoom.pool.taken", {
							name: `${player.firstName} ${player.lastName}`,
							team: formatSeatName(model.seatById.get(pick?.teamId ?? 0), t),
							pick: pick?.overall,
						})}
					</li>
				);
			})}
		</ul>
	);
};

interface FiltersProps {
	readonly filter: PlayerFilter;
	readonly onFilter: (part: Partial<PlayerFilter>) => void;
	readonly sort: Sort;
	readonly onSort: (sort: Sort) => void;
	readonly shown: Shown;
	readonly onShown: (shown: Shown) => void;
	readonly hasLastSeason: boolean;
}

const Filters = ({ filter, onFilter, sort, onSort, shown, onShown, hasLastSeason }: FiltersProps) => {
	const { t } = useTranslation();
	const { season } = useRoom();
	const chips = useMemo(
		() => (
			<>
				<SelectChip
					label={t("draftRoom.pool.show")}
					value={shown}
					isActive={shown !== "free"}
					choices={SHOWN.map((value) => ({ value, label: t(`draftRoom.pool.shown.${value}`) }))}
					onChange={onShown}
				/>
				<SelectChip
					label={t("pool.sort")}
					value={sort}
					choices={SORTS.filter((value) => hasLastSeason || value !== "lastSeason").map((value) => ({
						value,
						label: t(`draftRoom.pool.sort.${value}`),
					}))}
					onChange={onSort}
				/>
			</>
		),
		[t, shown, onShown, sort, onSort, hasLastSeason],
	);
	return (
		<PlayerFilters filter={filter} onChange={onFilter} squads={season.squads} hasPrices={false}>
			{chips}
		</PlayerFilters>
	);
};

/** The players whom nobody has drafted, best first, with the reason why one cannot be taken. */
export const PlayerPool = () => {
	const { t } = useTranslation();
	const room = useRoom();
	const { season, players, preferences, target, startPick } = room;
	const { agents, byId, getProblem } = players;
	const [filter, setFilter] = useState(DEFAULT_PLAYER_FILTER);
	const [sort, setSort] = useState<Sort>("rank");
	const [shown, setShown] = useState<Shown>("free");
	const [count, setCount] = useState(PAGE);
	const { ids: starred } = useFavourites();
	const getLastSeason = useLastSeason();
	const hasLastSeason = useMemo(
		() => season.players.some((player) => getLastSeason(player) !== null),
		[season.players, getLastSeason],
	);
	const onFilter = useMemo(
		() => (part: Partial<PlayerFilter>) => {
			setFilter((previous) => ({ ...previous, ...part }));
			setCount(PAGE);
		},
		[],
	);
	const shownFilter = useDeferredValue(filter);
	const found = filterPlayers(
		season.players.filter(({ id }) => byId.has(id)),
		shownFilter,
		{ bank: 0, starred },
	)
		.filter(({ id }) => shown === "free" || getProblem(id) === null)
		.sort(createComparator(sort, room, getLastSeason));
	const { queue, ranking, doNotDraft } = preferences.lists;
	return (
		<section className={styles.pool} aria-label={t("draftRoom.tabs.players")}>
			<Filters {...{ filter, onFilter, sort, shown, hasLastSeason }} onSort={setSort} onShown={setShown} />
			<QueryError queries={[agents]} />
			{agents.data || agents.error ? null : <Skeleton height="320px" />}
			{agents.data ? (
				<p className={styles.count} role="status">
					{t("pool.count", { count: found.length })}
				</p>
			) : null}
			<TakenPlayers filter={shownFilter} />
			<ol className={styles.rows}>
				{found.slice(0, count).map((player) => (
					<PoolPlayer
						key={player.id}
						player={player}
						season={season}
						rank={byId.get(player.id)?.rank ?? 0}
						points={byId.get(player.id)?.points ?? 0}
						lastSeason={getLastSeason(player)}
						problem={getProblem(player.id)}
						mayPick={target !== null}
						isQueued={queue.includes(player.id)}
						isRanked={ranking.includes(player.id)}
						isUnwanted={doNotDraft.includes(player.id)}
						onPick={startPick}
						onToggle={preferences.toggle}
					/>
				))}
			</ol>
			{found.length > count ? <Button onPress={() => setCount(count + PAGE)}>{t("draftRoom.pool.more")}</Button> : null}
		</section>
	);
};

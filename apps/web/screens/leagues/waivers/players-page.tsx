import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { parseWholeNumber } from "../../../app/search-params.ts";
import { Button } from "../../../components/button/button.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import { CoachCard } from "../../../draft-league/coach/coach-card.tsx";
import { getStateKind, useStateText } from "../../../draft-league/player-state.ts";
import { useDraftFigures } from "../../../draft-league/use-draft-figures.ts";
import { PlayerFilters } from "../../../players/filters/player-filters.tsx";
import poolStyles from "../draft/room/player-pool.module.css";
import frame from "../frame/frame.module.css";
import { PlayerRow } from "./player-row.tsx";
import { TakeDialog } from "./take-dialog.tsx";
import { type PlayersView, SHOWN, usePlayersView } from "./use-players-view.ts";
import { useWaivers } from "./use-waivers.tsx";
import { WaiverStrip } from "./waiver-strip.tsx";
import styles from "./waivers.module.css";

const NO_CLAIMS: readonly never[] = [];

/** The number of players, the filters and the order. */
const Bar = ({ view }: { readonly view: PlayersView }) => {
	const { t } = useTranslation();
	const { found, sort, setSort, shown, setShown } = view;
	return (
		<div className={styles.bar}>
			<p role="status">{t("pool.count", { count: found.length })}</p>
			<SelectChip
				label={t("waivers.show")}
				value={shown}
				isActive={shown !== "available"}
				choices={SHOWN.map((value) => ({ value, label: t(`waivers.shown.${value}`) }))}
				onChange={setShown}
			/>
			<SelectChip
				label={t("pool.sort")}
				value={sort}
				choices={view.sorts.map((value) => ({ value, label: t(`waivers.sort.${value}`) }))}
				onChange={setSort}
			/>
		</div>
	);
};

/** Which player's dialog is open, as the address says, so that other pages link to it. */
function useTaking() {
	const [search, setSearch] = useSearchParams();
	const playerId = parseWholeNumber(search.get("add")) ?? 0;
	const dropId = parseWholeNumber(search.get("drop"));
	const setPlayer = useCallback(
		(id: number | null) =>
			setSearch(
				(previous) => {
					previous.delete("drop");
					if (id === null) previous.delete("add");
					else previous.set("add", String(id));
					return previous;
				},
				{ replace: true, preventScrollReset: true },
			),
		[setSearch],
	);
	return { playerId, dropId, setPlayer };
}

/** The league's players, by default those whom nobody owns, best first. */
export const PlayersPage = () => {
	const { t } = useTranslation();
	const waivers = useWaivers();
	const { season, own, claims } = waivers;
	const getDraftFigures = useDraftFigures(season);
	const view = usePlayersView(waivers, getDraftFigures);
	const getStateText = useStateText(waivers, waivers.now);
	const { playerId, dropId, setPlayer } = useTaking();
	const take = useCallback((player: PlayerEntry) => setPlayer(player.id), [setPlayer]);
	const claimed = new Set(claims.result.data?.claims.map((claim) => claim.playerId));
	const { found, count } = view;
	// A player whom another team has taken meanwhile stays in the dialog, which says so.
	const mayTake = own !== null && !own.playerIds.includes(playerId) && season.playerById.has(playerId);
	return (
		<>
			<WaiverStrip isShort />
			<CoachCard
				leagueId={waivers.league.id}
				season={season}
				rules={waivers.league.squad}
				players={waivers}
				isLocked={waivers.isLocked}
				claims={claims.result.data?.claims ?? NO_CLAIMS}
			/>
			<section className={`${frame.card} ${poolStyles.pool} ${styles.pool}`} aria-label={t("leagues.tabs.players")}>
				<PlayerFilters filter={view.filter} onChange={view.changeFilter} squads={season.squads} hasPrices={false} />
				<Bar view={view} />
				{found.length === 0 ? (
					<EmptyState icon="search" title={t("pool.none")} text={t("waivers.noneText")}>
						<Button onPress={view.reset}>{t("pool.reset")}</Button>
					</EmptyState>
				) : null}
				<ol>
					{found.slice(0, count).map((player) => (
						<PlayerRow
							key={player.id}
							leagueId={waivers.league.id}
							player={player}
							season={season}
							kind={getStateKind(player.id, waivers)}
							stateText={getStateText(player.id)}
							ownedPercent={getDraftFigures(player.id)?.ownedPercent ?? null}
							isClaimed={claimed.has(player.id)}
							hasTeam={own !== null}
							onTake={take}
						/>
					))}
				</ol>
				{found.length > count ? <Button onPress={view.showMore}>{t("draftRoom.pool.more")}</Button> : null}
				<TakeDialog taking={mayTake ? { playerId, dropId, claim: null } : null} onClose={() => setPlayer(null)} />
			</section>
		</>
	);
};

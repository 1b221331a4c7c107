import type { PlayerId } from "@first-bounce/rules/ids";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { Notice } from "../../../../components/states/states.tsx";
import { formatPoints } from "../../../../i18n/format.ts";
import { formatPositions, getFullName } from "../../../../players/player-format.ts";
import frame from "../../frame/frame.module.css";
import { type OrderedPlayer, PlayerOrder } from "../../frame/player-order.tsx";
import styles from "./room.module.css";
import type { PreferenceList } from "./use-preferences.ts";
import { useRoom } from "./use-room.ts";

const LISTS: readonly PreferenceList[] = ["queue", "ranking", "doNotDraft"];
/** A new ranking starts with this many players of the default ranking. */
const RANKING_START = 60;

/** The players of a list who are still free, with the ids that are not. */
function useListedPlayers(list: PreferenceList) {
	const { t } = useTranslation();
	const { season, players, preferences } = useRoom();
	const ids = preferences.lists[list];
	const buildPlayer = (id: PlayerId): OrderedPlayer<PlayerId>[] => {
		const player = season.playerById.get(id);
		const free = players.byId.get(id);
		if (!player || !free) return [];
		const problem = players.getProblem(id);
		const facts = [
			formatPositions(player.position, t),
			player.squad.abbreviation,
			t("draftRoom.pool.projected", { points: formatPoints(free.points) }),
		];
		return [
			{
				key: id,
				id,
				name: getFullName(player),
				facts: facts.join(" · "),
				problem: problem && t(`draftRoom.problem.${problem}`),
			},
		];
	};
	return { shown: ids.flatMap(buildPlayer), hidden: ids.filter((id) => !players.byId.has(id)) };
}

/** The viewer's queue, ranking, and players not to draft. Nobody else sees them. */
export const QueuePanel = () => {
	const { t } = useTranslation();
	const { players, preferences } = useRoom();
	const { result, change, toggle, isUnsaved } = preferences;
	const [list, setList] = useState<PreferenceList>("queue");
	const { shown, hidden } = useListedPlayers(list);
	const queries = [result, players.freeAgents];
	const isLoaded = queries.every(({ data }) => data !== undefined);
	const startRanking = () =>
		change(
			"ranking",
			players.free.slice(0, RANKING_START).map(({ id }) => id),
		);
	return (
		<section className={frame.stack} aria-label={t("draftRoom.tabs.queue")}>
			<Segmented
				label={t("draftRoom.queue.list")}
				variant="chips"
				choices={LISTS.map((value) => ({ value, label: t(`draftRoom.queue.${value}`) }))}
				value={list}
				onChange={setList}
			/>
			<p className={frame.hint}>{t(`draftRoom.queue.text.${list}`)}</p>
			{isUnsaved ? <Notice tone="warn">{t("draftRoom.queue.unsaved")}</Notice> : null}
			{isLoaded ? null : <LoadingOrError of={queries} isPart height="200px" />}
			{isLoaded && shown.length === 0 ? (
				<div className={styles.empty}>
					<b>{t(`draftRoom.queue.empty.${list}`)}</b>
					<p>{t(`draftRoom.queue.emptyText.${list}`)}</p>
					{list === "ranking" ? (
						<Button onPress={startRanking}>{t("draftRoom.queue.startRanking", { count: RANKING_START })}</Button>
					) : null}
				</div>
			) : null}
			{isLoaded ? (
				<PlayerOrder
					label={t(`draftRoom.queue.${list}`)}
					players={shown}
					// Players who were taken stay in the list, because an undo may free them.
					onChange={(ids) => change(list, [...ids, ...hidden])}
					onRemove={(id) => toggle(list, id)}
				/>
			) : null}
		</section>
	);
};

import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { useSeason } from "../../../../api/use-season.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { useMedia } from "../../../../live/use-media.ts";
import about from "../../about/about.module.css";
import frame from "../../frame/frame.module.css";
import { PlayerPool } from "../room/player-pool.tsx";
import { QueuePanel } from "../room/queue-panel.tsx";
import { useFreePlayers } from "../room/use-free-players.ts";
import { usePoolView } from "../room/use-pool-view.ts";
import { usePreferences } from "../room/use-preferences.ts";
import { RoomContext } from "../room/use-room.ts";
import { useDraft, useRoomModel } from "../use-draft.ts";
import styles from "./lobby.module.css";

const noPick = () => undefined;
/** The button that was pressed is gone. */
const moveFocus = (heading: HTMLElement | null) => heading?.focus();

/** The room's pool and queue, in which nobody can be picked yet; on a phone one of them. */
const Lists = ({ season }: { readonly season: Season }) => {
	const { t } = useTranslation();
	const isWide = useMedia("(min-width: 62.5em)");
	const [part, setPart] = useState<"players" | "queue">("players");
	const draft = useDraft();
	const model = useRoomModel(draft);
	const players = useFreePlayers({ draft, model, season, teamId: model.ownSeat?.teamId });
	const preferences = usePreferences(draft.board.leagueId, { isEnabled: true });
	const pool = usePoolView();
	const room = { draft, model, season, players, preferences, pool, target: null, startPick: noPick, pickFor: noPick };
	return (
		<RoomContext value={room}>
			{isWide ? null : (
				<div>
					<Segmented
						label={t("draftRoom.tabs.label")}
						choices={(["players", "queue"] as const).map((value) => ({ value, label: t(`draftRoom.tabs.${value}`) }))}
						value={part}
						onChange={setPart}
					/>
				</div>
			)}
			<div className={about.about}>
				{isWide || part === "players" ? (
					<div className={`${frame.card} ${styles.panel}`}>
						<PlayerPool />
					</div>
				) : null}
				{isWide || part === "queue" ? (
					<div className={`${frame.card} ${styles.panel}`}>
						<QueuePanel />
					</div>
				) : null}
			</div>
		</RoomContext>
	);
};

/** Queue, ranking and players not to draft, before the draft. */
export const Prepare = ({ onBack }: { readonly onBack: () => void }) => {
	const { t } = useTranslation();
	const season = useSeason();
	return (
		<>
			<header className={frame.head}>
				<h2 ref={moveFocus} tabIndex={-1}>
					{t("leagues.lobby.queue")}
				</h2>
				<Button icon="undo" onPress={onBack}>
					{t("leagues.lobby.backToLobby")}
				</Button>
			</header>
			<p>{t("leagues.lobby.queueText")}</p>
			{season.state === "ready" ? <Lists season={season.value} /> : <LoadingOrError of={[season]} height="60vh" />}
		</>
	);
};

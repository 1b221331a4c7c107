import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { useSeason } from "../../../../api/use-season.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Skeleton } from "../../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../../components/states/states.tsx";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import about from "../../about/about.module.css";
import frame from "../../frame/frame.module.css";
import { buildRoomModel } from "../model/draft-room.ts";
import { PlayerPool } from "../room/player-pool.tsx";
import { QueuePanel } from "../room/queue-panel.tsx";
import { useFreePlayers } from "../room/use-free-players.ts";
import { usePreferences } from "../room/use-preferences.ts";
import { RoomContext } from "../room/use-room.ts";
import { useDraft } from "../use-draft.ts";
import styles from "./lobby.module.css";

const noPick = () => undefined;

/** The room's pool and queue, in which nobody can be picked yet. */
const Lists = ({ season }: { readonly season: Season }) => {
	const draft = useDraft();
	const { board, league } = draft;
	const model = useMemo(() => buildRoomModel(board, league.myTeamId), [board, league.myTeamId]);
	const players = useFreePlayers({ draft, model, season, teamId: model.own?.teamId });
	const preferences = usePreferences(board.leagueId, true);
	const room = { draft, model, season, players, preferences, target: null, startPick: noPick, pickFor: noPick };
	return (
		<RoomContext value={room}>
			<div className={about.about}>
				<div className={`${frame.card} ${styles.panel}`}>
					<PlayerPool />
				</div>
				<div className={`${frame.card} ${styles.panel}`}>
					<QueuePanel />
				</div>
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
				<h2>{t("leagues.lobby.queue")}</h2>
				<Button icon="undo" onPress={onBack}>
					{t("leagues.lobby.backToLobby")}
				</Button>
			</header>
			<p>{t("leagues.lobby.queueText")}</p>
			{season.state === "error" ? (
				<ErrorState reason={getErrorMessage(season.error, t)} onRetry={season.retry} />
			) : season.state === "pending" ? (
				<Skeleton height="60vh" radius="var(--radius-l)" />
			) : (
				<Lists season={season.value} />
			)}
		</>
	);
};

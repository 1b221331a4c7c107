import { comeBack, setAutopick } from "@first-bounce/contract/draft/draft-process";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import { Notice } from "../../../../components/states/states.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { useIsStreamConnected } from "../../../../live/draft-events.ts";
import { useOnline } from "../../../../live/use-online.ts";
import { findSinceLastPick } from "../model/draft-room.ts";
import { useDraftAction } from "../use-draft.ts";
import styles from "./room.module.css";
import { useRoom } from "./use-room.ts";

/** Says that the viewer is away or that the game picks for her at once, with a button that ends it. */
const OwnSeatNotice = () => {
	const { t } = useTranslation();
	const { draft, model } = useRoom();
	const params = { id: draft.board.leagueId };
	const back = useDraftAction(comeBack);
	const autopick = useDraftAction(setAutopick);
	const { ownSeat } = model;
	if (ownSeat?.isAway)
		return (
			<Notice
				tone="warn"
				action={
					<Button variant="main" isPending={back.isPending} onPress={() => back.mutate({ params })}>
						{t("draftRoom.away.back")}
					</Button>
				}
			>
				{t(draft.league.clock === "live" ? "draftRoom.away.text" : "draftRoom.away.slowText")}
			</Notice>
		);
	if (ownSeat?.autopick !== "on") return null;
	const turnOff = () => autopick.mutate({ params, body: { mode: "if-missed" } });
	return (
		<Notice
			tone="warn"
			action={
				<Button isPending={autopick.isPending} onPress={turnOff}>
					{t("draftRoom.autopick.pickMyself")}
				</Button>
			}
		>
			{t("draftRoom.autopick.on")}
		</Notice>
	);
};

/** Why the clock has stopped or runs again. */
const ClockNotice = () => {
	const { t } = useTranslation();
	const { board } = useRoom().draft;
	const { log, draftStatus, pauseReason } = board;
	if (draftStatus === "paused") {
		const by = findSinceLastPick(log, "paused")?.by?.teamName;
		if (pauseReason && pauseReason !== "commissioner")
			return <Notice tone="info">{t(`draftRoom.paused.${pauseReason}`)}</Notice>;
		return (
			<Notice tone="info">{by ? t("draftRoom.paused.by", { name: by }) : t("draftRoom.paused.commissioner")}</Notice>
		);
	}
	if (findSinceLastPick(log, "restarted")) return <Notice tone="info">{t("draftRoom.restarted")}</Notice>;
	// Only shown if nobody resumed it, because managers would wonder why the clock runs again.
	const resumed = findSinceLastPick(log, "resumed");
	return resumed && resumed.by === null && resumed.pauseReason !== null ? (
		<Notice tone="info">{t("draftRoom.resumed")}</Notice>
	) : null;
};

/** Says that the room may be out of date. */
const ConnectionNotice = () => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	const isConnected = useIsStreamConnected();
	if (!isOnline) return <Notice tone="warn">{t("draftRoom.offline")}</Notice>;
	return isConnected ? null : <Notice tone="info">{t("draftRoom.reconnecting")}</Notice>;
};

/** The picks that the viewer may make at any time, and the team that the commissioner picks for. */
const TargetNotice = () => {
	const { t } = useTranslation();
	const { model, target, pickFor } = useRoom();
	if (target?.isForOther)
		return (
			<Notice tone="warn" action={<Button onPress={() => pickFor(null)}>{t("state.cancel")}</Button>}>
				{t("draftRoom.run.pickingFor", {
					team: formatSeatName(model.seatById.get(target.teamId), t),
					pick: target.overall,
				})}
			</Notice>
		);
	const picks = model.ownSkippedPicks.map(({ overall }) => overall);
	if (picks.length === 0) return null;
	return <Notice tone="info">{t("draftRoom.openOwn", { count: picks.length, picks: picks.join(", ") })}</Notice>;
};

export const RoomNotices = () => (
	<div className={styles.notices}>
		<ConnectionNotice />
		<ClockNotice />
		<OwnSeatNotice />
		<TargetNotice />
	</div>
);

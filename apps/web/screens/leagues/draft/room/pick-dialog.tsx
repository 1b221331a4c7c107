import { makePick, pickForTeam } from "@first-bounce/contract/draft/draft-process";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Dialog } from "../../../../components/dialog/dialog.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { Portrait } from "../../../../components/player-card/portrait.tsx";
import { ErrorNotice, Notice } from "../../../../components/states/states.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { formatPoints } from "../../../../i18n/format.ts";
import { formatPositions, getFullName } from "../../../../players/player-format.ts";
import { createMessageKey } from "../../conversation/outbox.ts";
import frame from "../../frame/frame.module.css";
import head from "../../frame/player-head.module.css";
import { reloadBoard } from "../use-draft.ts";
import { PickClock } from "./pick-clock.tsx";
import { type PickTarget, TURN_ID, useRoom } from "./use-room.ts";

export interface PendingPick {
	readonly playerId: PlayerId;
	readonly target: PickTarget;
}

/** Why the pick can no longer be made: somebody took the player, or the pick has been made or skipped. */
function useChangeSince({ playerId, target }: PendingPick): string | null {
	const { t } = useTranslation();
	const { model, draft } = useRoom();
	const taken = model.pickByPlayer.get(playerId);
	if (taken) {
		const team = formatSeatName(model.seatById.get(taken.teamId), t);
		return t("draftRoom.confirm.taken", { team, pick: taken.overall });
	}
	const pick = model.picks.find(({ overall }) => overall === target.overall);
	const mayMake = pick?.playerId === null && pick.teamId === target.teamId;
	if (!mayMake || (!pick.isSkipped && model.active?.overall !== pick.overall))
		return t("draftRoom.confirm.moved", { pick: target.overall });
	return draft.board.draftStatus === "paused" && !target.isForOther ? t("draftRoom.confirm.paused") : null;
}

interface ConfirmationProps {
	readonly pending: PendingPick;
	readonly onClose: () => void;
	/** After the pick was made. */
	readonly onDone: () => void;
}

const Confirmation = ({ pending, onClose, onDone }: ConfirmationProps) => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const { draft, model, season, players, pickFor } = useRoom();
	const { playerId, target } = pending;
	const { board, clockOffset } = draft;
	// Pressing again after a lost answer sends the same key, which makes the pick once.
	const [key] = useState(createMessageKey);
	const change = useChangeSince(pending);
	const taken = model.pickByPlayer.get(playerId);
	const isMade = taken?.overall === target.overall && taken.teamId === target.teamId;
	const player = season.playerById.get(playerId);
	const name = player ? getFullName(player) : "";
	const finish = () => {
		showToast({ tone: "good", text: t("draftRoom.confirm.done", { name, pick: target.overall }) });
		pickFor(null);
		onDone();
	};
	const pick = useCallMutation(target.isForOther ? pickForTeam : makePick, {
		meta: { hasInlineError: true },
		onSuccess: () => {
			// The room need not wait for the live stream.
			void reloadBoard(queryClient, board.leagueId);
			finish();
		},
	});
	const isSent = pick.isPending || pick.isSuccess;
	const finishUnanswered = useEffectEvent(finish);
	// The pick was made although its answer was lost, or in another tab.
	const isMadeUnanswered = isMade && !isSent;
	useEffect(() => {
		if (isMadeUnanswered) finishUnanswered();
	}, [isMadeUnanswered]);
	if (!player || isMadeUnanswered) return null;
	const confirm = () =>
		pick.mutate({ params: { id: board.leagueId }, body: { overallPick: target.overall, playerId, key } });
	return (
		<div className={frame.modal}>
			<div className={head.player}>
				<span className={head.portrait}>
					<Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} />
				</span>
				<p>
					<b>{name}</b>
					<span>
						{formatPositions(player.position, t)} · {season.squads.get(player.squadId)?.name} ·{" "}
						{t("draftRoom.pool.projected", { points: formatPoints(players.byId.get(playerId)?.points ?? 0) })}
					</span>
					<span>
						{target.isForOther
							? t("draftRoom.confirm.forTeam", {
									pick: target.overall,
									round: target.round,
									team: formatSeatName(model.seatById.get(target.teamId), t),
								})
							: t("draftRoom.pickOf", { pick: target.overall, round: target.round })}
					</span>
				</p>
				<PickClock deadline={board.deadline} timeLeft={board.timeLeft} clockOffset={clockOffset} />
			</div>
			{change !== null && !isSent ? <Notice tone="warn">{change}</Notice> : null}
			{change === null ? <ErrorNotice error={pick.error} /> : null}
			<FormActions>
				{change === null || isSent ? (
					<Button variant="main" isPending={pick.isPending} onPress={confirm}>
						{t("draftRoom.confirm.draft", { name: player.lastName })}
					</Button>
				) : null}
				<Button onPress={onClose}>{t(change === null ? "state.cancel" : "draftRoom.confirm.back")}</Button>
			</FormActions>
		</div>
	);
};

/** After a pick, moves the focus to the card with the next turn, because the player's row is gone. */
const TurnFocus = ({ isDone }: { readonly isDone: RefObject<boolean> }) => {
	useEffect(() => {
		isDone.current = false;
		return () => {
			// Later than the dialog, which returns the focus in the next frame.
			if (isDone.current) requestAnimationFrame(() => document.getElementById(TURN_ID)?.focus());
		};
	}, [isDone]);
	return null;
};

/** Asks before a pick. It belongs to the pick that was on the clock when it opened, and never makes another one. */
export const PickDialog = ({
	pending,
	onClose,
}: Omit<ConfirmationProps, "pending" | "onDone"> & { readonly pending: PendingPick | null }) => {
	const { t } = useTranslation();
	const isDone = useRef(false);
	const onDone = () => {
		isDone.current = true;
		onClose();
	};
	return (
		<Dialog title={t("draftRoom.confirm.title")} isOpen={pending !== null} onClose={onClose}>
			<TurnFocus isDone={isDone} />
			{pending ? (
				<Confirmation
					key={`${pending.target.overall} ${pending.playerId}`}
					pending={pending}
					onClose={onClose}
					onDone={onDone}
				/>
			) : null}
		</Dialog>
	);
};

import type { League } from "@first-bounce/contract/leagues/league";
import { leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCallMutation } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import { MEMBERS_HASH } from "./members.tsx";

interface Props {
	readonly league: League;
	readonly isOpen: boolean;
	readonly onClose: () => void;
}

/** Explains to the commissioner that she hands the league over before she leaves, and leads to the members. */
const HandOverDialog = ({ league, isOpen, onClose }: Props) => {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const { handOver } = league;
	return (
		<ConfirmDialog
			title={t("leagues.handOver.leaveTitle")}
			text={
				handOver?.state === "open"
					? t("leagues.handOver.leavePending", { name: handOver.teamName || t("leagues.former") })
					: t("leagues.handOver.leaveText", { league: league.name })
			}
			confirmLabel={t(handOver?.state === "open" ? "leagues.handOver.openSettings" : "leagues.handOver.choose")}
			isOpen={isOpen}
			onClose={onClose}
			isPending={false}
			onConfirm={() => {
				onClose();
				void navigate(paths.league.to(league.id, "settings") + MEMBERS_HASH);
			}}
		/>
	);
};

function getTextKey({ class: leagueClass, type, status, outInRound, draftStatus }: League) {
	if (leagueClass === "draft")
		return draftStatus === "setup" || draftStatus === "scheduled" ? "textDraft" : "textDraftStarted";
	if (status === "scheduled") return "text";
	if (type === "h2h") return "textStarted";
	return type === "elimination" && outInRound === null ? "textElimination" : "text";
}

const LeaveDialog = ({ league, isOpen, onClose }: Props) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const navigate = useNavigate();
	const leave = useCallMutation(leaveLeague, {
		onSuccess: async () => {
			await navigate(paths.leagues.to());
			updates.removeLeague(league.id);
			updates.showSuccess(t("leagues.leave.done", { league: league.name }));
			await updates.invalidateLeagues();
		},
		onSettled: onClose,
	});
	return (
		<ConfirmDialog
			title={t("leagues.leave.title")}
			text={t(`leagues.leave.${getTextKey(league)}`, { league: league.name })}
			confirmLabel={t("leagues.leave.yes")}
			isOpen={isOpen}
			onClose={onClose}
			isPending={leave.isPending}
			onConfirm={() => leave.mutate({ params: { id: league.id }, body: { leagueId: league.id } })}
		/>
	);
};

export const LeaveLeague = ({ league }: Pick<Props, "league">) => {
	const { t } = useTranslation();
	const [isConfirming, setConfirming] = useState(false);
	const Dialog = league.may.leave ? LeaveDialog : HandOverDialog;
	return (
		<>
			<Button variant="quiet" icon="leave" onPress={() => setConfirming(true)}>
				{t("leagues.about.leave")}
			</Button>
			<Dialog league={league} isOpen={isConfirming} onClose={() => setConfirming(false)} />
		</>
	);
};

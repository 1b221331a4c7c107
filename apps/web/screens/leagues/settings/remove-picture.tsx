import type { League } from "@first-bounce/contract/leagues/league";
import { updateLeague } from "@first-bounce/contract/leagues/league-actions";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../frame/confirm-dialog.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";

interface Props {
	readonly league: League;
	readonly onRemoved: () => void;
}

/** Removes a league's picture after confirmation; other changes of the form are not saved. */
export const RemovePicture = ({ league, onRemoved }: Props) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const [isConfirming, setConfirming] = useState(false);
	const remove = useCallMutation(updateLeague, {
		onSuccess: ({ league: changed }) => {
			updates.setLeague(changed);
			onRemoved();
			updates.showSuccess(t("leagues.picture.done"));
			return updates.invalidateLeagues();
		},
		onSettled: () => setConfirming(false),
	});
	return (
		<>
			<Button variant="quiet" onPress={() => setConfirming(true)}>
				{t("leagues.picture.yes")}
			</Button>
			<ConfirmDialog
				title={t("leagues.picture.title")}
				text={t("leagues.picture.text", { league: league.name })}
				confirmLabel={t("leagues.picture.yes")}
				isOpen={isConfirming}
				onClose={() => setConfirming(false)}
				isPending={remove.isPending}
				onConfirm={() => remove.mutate({ params: { id: league.id }, body: { leagueId: league.id, avatar: null } })}
			/>
		</>
	);
};

import { updateLeague } from "@first-bounce/contract/calls";
import type { League } from "@first-bounce/contract/leagues/league";
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

/** Takes a league's picture away after asking; what else was changed in its details waits for its own button. */
export const RemovePicture = ({ league, onRemoved }: Props) => {
	const { t } = useTranslation();
	const news = useLeagueUpdates();
	const [isAsking, setAsking] = useState(false);
	const remove = useCallMutation(updateLeague, {
		onSuccess: ({ league: changed }) => {
			news.keep(changed);
			onRemoved();
			news.done(t("leagues.picture.done"));
			return news.changed();
		},
		onSettled: () => setAsking(false),
	});
	return (
		<>
			<Button look="quiet" onPress={() => setAsking(true)}>
				{t("leagues.picture.yes")}
			</Button>
			<ConfirmDialog
				title={t("leagues.picture.title")}
				text={t("leagues.picture.text", { league: league.name })}
				yes={t("leagues.picture.yes")}
				isOpen={isAsking}
				onClose={() => setAsking(false)}
				isPending={remove.isPending}
				onConfirm={() => remove.mutate({ params: { id: league.id }, body: { leagueId: league.id, avatar: null } })}
			/>
		</>
	);
};

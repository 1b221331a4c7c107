import { dropPlayer } from "@first-bounce/contract/draft/waivers";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCallMutation } from "../api/use-call.ts";
import { paths } from "../app/paths.ts";
import { Dialog } from "../components/dialog/dialog.tsx";
import { CallForm } from "../components/form-card/call-form.tsx";
import { showToast } from "../components/toast/toasts.tsx";
import { useLeagueRefresh } from "./use-league-players.ts";

interface Props {
	readonly leagueId: number;
	readonly player: { readonly id: PlayerId; readonly name: string };
	/** The position for which a replacement is looked for; null for any position. */
	readonly position: string | null;
	readonly onClose: () => void;
}

/** Asks before a player of the user's squad is dropped, and leads to players who could take her place. */
export const DropDialog = ({ leagueId, player: { id, name }, position, onClose }: Props) => {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const refresh = useLeagueRefresh(leagueId);
	const findReplacement = () =>
		void navigate(
			position === null ? paths.league.to(leagueId, "players") : paths.leaguePlayers.to(leagueId, { position }),
		);
	const drop = useCallMutation(dropPlayer, {
		meta: { hasInlineError: true },
		onSuccess: async () => {
			await refresh();
			const action = { label: t("waivers.remove.replace"), onPress: findReplacement };
			showToast({ tone: "good", text: t("waivers.remove.done", { name }), action });
			onClose();
		},
	});
	return (
		<Dialog title={t("waivers.remove.title", { name })} isOpen onClose={onClose}>
			<CallForm
				call={drop}
				submitLabel={t("waivers.remove.confirm", { name })}
				onSubmit={() => drop.mutate({ params: { id: leagueId }, body: { playerId: id } })}
				onClose={onClose}
			>
				<p>{t("waivers.remove.text")}</p>
			</CallForm>
		</Dialog>
	);
};

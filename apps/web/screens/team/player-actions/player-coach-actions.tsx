import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Team } from "@first-bounce/contract/team/team";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { getCoachList, useCoachSettings } from "../../../players/use-coach-settings.ts";
import { getLineup } from "../model/team-state.ts";
import styles from "./player-team-actions.module.css";

/** Puts a player on the wait list, keeps her, or leaves her out of suggested trades. */
export const PlayerCoachActions = ({ player, team }: { readonly player: PlayerEntry; readonly team: Team }) => {
	const { t } = useTranslation();
	const { settings, error, retry, setList } = useCoachSettings();
	if (error)
		return (
			<Notice tone="warn" action={<Button onPress={retry}>{t("state.retry")}</Button>}>
				{getErrorMessage(error, t)}
			</Notice>
		);
	if (!settings || settings.isHidden || player.departed) return null;
	const list = getCoachList(settings, player.id);
	const isInTeam = listPlayerIds(getLineup(team)).includes(player.id);
	const toggle = (chosenList: "keep" | "ban" | "wait") => setList(player.id, list === chosenList ? null : chosenList);
	return (
		<section className={styles.bar} aria-label={t("coach.title")}>
			{isInTeam ? (
				<Button isPressed={list === "keep"} onPress={() => toggle("keep")}>
					{t("coach.keep")}
				</Button>
			) : (
				<>
					<Button isPressed={list === "ban"} onPress={() => toggle("ban")}>
						{t("coach.ban")}
					</Button>
					<Button isPressed={list === "wait"} onPress={() => toggle("wait")}>
						{t("coach.wait")}
					</Button>
				</>
			)}
		</section>
	);
};

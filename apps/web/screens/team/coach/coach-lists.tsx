import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Button } from "../../../components/button/button.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import type { CoachSettingsEditor } from "../../../players/use-coach-settings.ts";
import styles from "./coach.module.css";

interface Props {
	readonly season: Season;
	readonly coach: CoachSettingsEditor;
}

/** The manager's targets, in her order, and the players whom she keeps or leaves out. */
export const CoachLists = ({ season, coach }: Props) => {
	const { t } = useTranslation();
	const { settings, orderWaitList, setList } = coach;
	if (!settings) return null;
	const { waitIds, keepIds, banIds } = settings;
	const move = (from: number, to: number) => {
		const moved = waitIds[from];
		if (moved !== undefined) orderWaitList(waitIds.toSpliced(from, 1).toSpliced(to, 0, moved));
	};
	return (
		<div className={styles.lists}>
			<details>
				<summary>
					{waitIds.length === 0 ? t("coach.noWaitList") : t("coach.waitList", { count: waitIds.length })}
				</summary>
				{waitIds.length === 0 ? <p>{t("coach.waitListHint")}</p> : null}
				<ol aria-label={t("coach.waitListTitle")}>
					{waitIds.map((id, index) => (
						<li key={id}>
							<span>
								{index + 1}. <PlayerName id={id} name={season.getPlayerName(id)} />{" "}
								<small>{formatMoney(season.playerById.get(id)?.cost ?? 0)}</small>
							</span>
							<Button
								icon="up"
								isIcon
								isDisabled={index === 0}
								aria-label={t("coach.moveUp", { name: season.getPlayerName(id) })}
								onPress={() => move(index, index - 1)}
							>
								{t("coach.up")}
							</Button>
							<Button
								icon="down"
								isIcon
								isDisabled={index === waitIds.length - 1}
								aria-label={t("coach.moveDown", { name: season.getPlayerName(id) })}
								onPress={() => move(index, index + 1)}
							>
								{t("coach.down")}
							</Button>
							<Button
								icon="close"
								isIcon
								aria-label={t("coach.removeWaiting", { name: season.getPlayerName(id) })}
								onPress={() => setList(id, null)}
							>
								{t("coach.remove")}
							</Button>
						</li>
					))}
				</ol>
			</details>
			{keepIds.length + banIds.length === 0 ? null : (
				<details>
					<summary>{t("coach.choices", { count: keepIds.length + banIds.length })}</summary>
					<ul aria-label={t("coach.choicesTitle")}>
						{[...keepIds, ...banIds].map((id) => (
							<li key={id}>
								<span>
									<PlayerName id={id} name={season.getPlayerName(id)} />{" "}
									<small>{t(keepIds.includes(id) ? "coach.kept" : "coach.banned")}</small>
								</span>
								<Button
									icon="close"
									isIcon
									aria-label={t("coach.undoChoice", { name: season.getPlayerName(id) })}
									onPress={() => setList(id, null)}
								>
									{t("coach.remove")}
								</Button>
							</li>
						))}
					</ul>
				</details>
			)}
		</div>
	);
};

import { useTranslation } from "react-i18next";
import { BrandMark } from "../../../components/brand/brand-mark.tsx";
import { Button } from "../../../components/button/button.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import styles from "./empty-team-prompt.module.css";

interface Props {
	readonly cap: number;
	/** Says in which round the team starts; null if it can still play the current one. */
	readonly startText: string | null;
	readonly spots: number;
	readonly isFilling: boolean;
	readonly onFill: () => void;
	readonly onBuild: () => void;
}

/** Offers a new manager to autofill her team or to build it herself. */
export const EmptyTeamPrompt = ({ cap, spots, startText, isFilling, onFill, onBuild }: Props) => {
	const { t } = useTranslation();
	return (
		<section className={styles.invitation} data-part="prompt">
			<span className={styles.mark}>
				<BrandMark size={64} />
			</span>
			<h2>{t("team.newcomerTitle", { spots })}</h2>
			<p>{t("team.newcomerText", { cap: formatMoney(cap) })}</p>
			{startText ? (
				<p>
					<strong>{startText}</strong>
				</p>
			) : null}
			<div>
				<Button variant="main" icon="wand" isDisabled={isFilling} onPress={onFill}>
					{t("team.newcomerAutofill")}
				</Button>
				<Button onPress={onBuild}>{t("team.newcomerBuild")}</Button>
			</div>
		</section>
	);
};

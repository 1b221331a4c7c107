import { AUTOFILL_STYLES, type AutofillStyle } from "@first-bounce/rules/autofill/autofill-style";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { BrandMark } from "../../../components/brand/brand-mark.tsx";
import { Button } from "../../../components/button/button.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import styles from "./empty-team-prompt.module.css";

interface Props {
	readonly cap: number;
	/** Says in which round the team starts; null if it can still play the current round. */
	readonly startText: string | null;
	readonly spots: number;
	readonly isFilling: boolean;
	readonly onFill: (style?: AutofillStyle) => void;
	readonly onBuild: () => void;
}

/** Offers a new manager to autofill her team or to build it herself. */
export const EmptyTeamPrompt = ({ cap, spots, startText, isFilling, onFill, onBuild }: Props) => {
	const { t } = useTranslation();
	const [style, setStyle] = useState<AutofillStyle | "season">("season");
	const prompt = useRef<HTMLElement>(null);
	useEffect(() => {
		// The page may be scrolled down when a team is cleared.
		if ((prompt.current?.getBoundingClientRect().top ?? 0) < 0) scrollTo({ top: 0, behavior: "instant" });
	}, []);
	return (
		<section ref={prompt} className={styles.prompt} data-part="prompt">
			<span className={styles.mark}>
				<BrandMark size={64} />
			</span>
			<h2>{t("team.newcomerTitle", { spots })}</h2>
			<p className={styles.text}>{t("team.newcomerText", { cap: formatMoney(cap) })}</p>
			<p className={styles.cap}>{t("pool.left", { amount: formatMoney(cap) })}</p>
			{startText ? (
				<p className={styles.start}>
					<strong>{startText}</strong>
				</p>
			) : null}
			<SelectChip
				label={t("team.autofillStyle")}
				variant="plain"
				value={style}
				choices={(["season", ...AUTOFILL_STYLES] as const).map((value) => ({ value, label: t(`team.style.${value}`) }))}
				onChange={setStyle}
			/>
			<div>
				<Button
					variant="main"
					icon="wand"
					isDisabled={isFilling}
					onPress={() => onFill(style === "season" ? undefined : style)}
				>
					{t("team.newcomerAutofill")}
				</Button>
				<Button onPress={onBuild}>{t("team.newcomerBuild")}</Button>
			</div>
		</section>
	);
};

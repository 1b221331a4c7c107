import { useTranslation } from "react-i18next";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { Tip } from "../../../components/tip/tip.tsx";
import type { LeagueForm } from "../model/league-form.ts";
import { ChoiceField } from "./choice-field.tsx";
import styles from "./create.module.css";

interface Props {
	readonly form: LeagueForm;
	readonly onChange: (change: Partial<LeagueForm>) => void;
	/** What a head-to-head league may hold. */
	readonly sizes: readonly number[];
}

/** Open or head-to-head, and what the latter asks: size, finals, tiebreaker. */
export const TypeFields = ({ form, onChange, sizes }: Props) => {
	const { t } = useTranslation();
	const label = t("leagues.form.type");
	return (
		<>
			<ChoiceField
				label={label}
				hint={t(`leagues.form.tip.${form.type}`)}
				value={form.type}
				choices={(["open", "h2h"] as const).map((value) => ({ value, label: t(`leagues.${value}`) }))}
				onChange={(type) => onChange({ type })}
				tip={
					<Tip
						about={label}
						text={(["open", "h2h"] as const)
							.map((type) => `${t(`leagues.${type}`)}: ${t(`leagues.form.tip.${type}`)}`)
							.join("\n")}
					/>
				}
			/>
			{form.type === "h2h" ? (
				<div className={styles.headToHead}>
					<SelectField
						name="size"
						label={t("leagues.form.size")}
						value={String(form.size)}
						choices={sizes.map((size) => ({ value: String(size), label: t("leagues.form.sizeOf", { count: size }) }))}
						onChange={(size) => onChange({ size: Number(size) })}
						placeholder={t("leagues.form.choosePlaceholder")}
					/>
					<ChoiceField
						label={t("leagues.form.finals")}
						value={form.finals ? "on" : "off"}
						choices={(["on", "off"] as const).map((value) => ({ value, label: t(`leagues.form.${value}`) }))}
						onChange={(finals) => onChange({ finals: finals === "on" })}
						tip={<Tip about={t("leagues.form.finals")} text={t("leagues.form.tip.finals")} />}
					/>
					<ChoiceField
						label={t("leagues.form.tiebreaker")}
						value={form.h2hTiebreaker}
						choices={(["percentage", "points_for"] as const).map((value) => ({
							value,
							label: t(`leagues.form.${value}`),
						}))}
						onChange={(h2hTiebreaker) => onChange({ h2hTiebreaker })}
						tip={<Tip about={t("leagues.form.tiebreaker")} text={t("leagues.form.tip.tiebreaker")} />}
					/>
				</div>
			) : null}
		</>
	);
};

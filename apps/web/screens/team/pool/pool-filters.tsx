import { LINES } from "@first-bounce/rules/player";
import { Button } from "react-aria-components/Button";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { POOL_SORTS, type PoolFilter, PRICE_BANDS, type PriceBand } from "../../../players/player-filter.ts";
import { POOL_STATS } from "../../../players/player-words.ts";
import { formatMoney } from "../../../wording/format.ts";
import styles from "./pool.module.css";

interface Props {
	readonly filter: PoolFilter;
	readonly onChange: (filter: PoolFilter) => void;
	readonly squads: Season["squads"];
}

const MILLION = 1_000_000;
/** "$300K–$399K", the last "$1M–$3M" (D1 §5). */
const bandWords = (from: number): string =>
	from >= MILLION
		? `${formatMoney(from)}–${formatMoney(3 * from)}`
		: `${formatMoney(from)}–${formatMoney(from + 99_000).replace("$", "")}`;

const Search = ({ filter, onChange }: Pick<Props, "filter" | "onChange">) => {
	const { t } = useTranslation();
	return (
		<div className={styles.search}>
			<Icon name="search" size={18} />
			<input
				type="text"
				inputMode="search"
				enterKeyHint="search"
				autoComplete="off"
				spellCheck={false}
				aria-label={t("pool.find")}
				placeholder={t("pool.find")}
				value={filter.search}
				onChange={(event) => onChange({ ...filter, search: event.target.value })}
			/>
			{filter.search ? (
				<Button aria-label={t("pool.clearSearch")} onPress={() => onChange({ ...filter, search: "" })}>
					<Icon name="close" size={14} />
				</Button>
			) : null}
		</div>
	);
};

/** What the pool is narrowed to, all of it in sight. */
export const PoolFilters = ({ filter, onChange, squads }: Props) => {
	const { t } = useTranslation();
	const positions = [
		{ value: "all", label: t("pool.all") },
		...LINES.map((line) => ({ value: line, label: t(`line.${line}`) })),
	];
	const clubs = [...squads.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
	const prices: { value: PriceBand; label: string }[] = [
		{ value: "all", label: t("pool.anyPrice") },
		{ value: "affordable", label: t("pool.affordable") },
		...PRICE_BANDS.map((from) => ({ value: `${from}` as const, label: bandWords(from) })),
	];
	const sorts = POOL_SORTS.map((value) => ({ value, label: t(`poolSort.${value}`) }));
	return (
		<div className={styles.filters}>
			<Search filter={filter} onChange={onChange} />
			<Segmented
				label={t("pool.position")}
				look="chips"
				choices={positions}
				value={filter.position ?? "all"}
				onChange={(value) => onChange({ ...filter, position: LINES.find((line) => line === value) ?? null })}
			/>
			<div className={styles.chips}>
				<SelectChip
					label={t("pool.squad")}
					value={String(filter.squadId)}
					isActive={filter.squadId !== 0}
					choices={[
						{ value: "0", label: t("pool.allSquads") },
						...clubs.map(({ id, name }) => ({ value: String(id), label: name })),
					]}
					onChange={(value) => onChange({ ...filter, squadId: Number(value) })}
				/>
				<SelectChip
					label={t("pool.price")}
					value={filter.price}
					isActive={filter.price !== "all"}
					choices={prices}
					onChange={(price) => onChange({ ...filter, price })}
				/>
				<SelectChip
					label={t("pool.stat")}
					value={filter.stat}
					choices={POOL_STATS.map((value) => ({ value, label: t(`stat.${value}`) }))}
					onChange={(stat) => onChange({ ...filter, stat })}
				/>
				<SelectChip
					label={t("pool.sort")}
					value={filter.sort}
					choices={sorts}
					onChange={(sort) => onChange({ ...filter, sort })}
				/>
			</div>
		</div>
	);
};

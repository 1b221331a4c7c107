import { LINES, PLAYER_STATUSES } from "@first-bounce/rules/player";
import type { TFunction } from "i18next";
import { memo, type ReactNode, useState, useTransition } from "react";
import { Button } from "react-aria-components/Button";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { useIsVisitor } from "../../api/use-user.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { Segmented } from "../../components/segmented/segmented.tsx";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { LANGUAGE } from "../../i18n/language.ts";
import { type PlayerFilter, PRICE_BANDS, type PriceBand } from "./player-filter.ts";
import styles from "./player-filters.module.css";

interface Props {
	readonly filter: PlayerFilter;
	readonly onChange: (change: Partial<PlayerFilter>) => void;
	readonly squads: Season["squads"];
	/** Left out in draft leagues, whose players have no prices. */
	readonly hasPrices?: boolean;
	/** Whether "Affordable" is a chip of its own, so that one press is enough. */
	readonly hasAffordableChip?: boolean;
	/** Additional chips of the screen. */
	readonly children?: ReactNode;
}

/** "$300K–399K"; the last band is "$1M–3M". */
function formatPriceBand(from: number, t: TFunction): string {
	if (from === 1_000_000) return t("pool.priceBandFromMillion");
	return t("pool.priceBand", { from: from / 1_000, to: from / 1_000 + 99 });
}

const Search = ({ filter, onChange }: Pick<Props, "filter" | "onChange">) => {
	const { t } = useTranslation();
	// A filter in the URL changes a moment later, together with the list. The field shows each letter at once, or the next one would
	// replace it.
	const [text, setText] = useState(filter.search);
	const [shown, setShown] = useState(filter.search);
	const [isChanging, startChange] = useTransition();
	if (!isChanging && shown !== filter.search) {
		setShown(filter.search);
		setText(filter.search);
	}
	const change = (search: string) => {
		setText(search);
		startChange(() => onChange({ search }));
	};
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
				value={text}
				onChange={(event) => change(event.target.value)}
			/>
			{text ? (
				<Button aria-label={t("pool.clearSearch")} onPress={() => change("")}>
					<Icon name="close" size={14} />
				</Button>
			) : null}
		</div>
	);
};

const FavouritesFilter = ({ filter, onChange }: Pick<Props, "filter" | "onChange">) => {
	const { t } = useTranslation();
	return (
		<button
			type="button"
			className={styles.toggle}
			aria-pressed={filter.isStarred}
			onClick={() => onChange({ isStarred: !filter.isStarred })}
		>
			<Icon name={filter.isStarred ? "star" : "starOpen"} size={15} />
			{t("pool.starred")}
		</button>
	);
};

const AffordableFilter = ({ filter: { price }, onChange }: Pick<Props, "filter" | "onChange">) => {
	const { t } = useTranslation();
	const isOn = price === "affordable";
	return (
		<button
			type="button"
			className={styles.toggle}
			aria-pressed={isOn}
			onClick={() => onChange({ price: isOn ? "all" : "affordable" })}
		>
			{t("pool.affordable")}
		</button>
	);
};

function isEqualExceptSearch({ filter: before, ...rest }: Props, { filter: after, ...others }: Props): boolean {
	const isSame = (key: keyof PlayerFilter) => key === "search" || before[key] === after[key];
	const hasSameProps =
		rest.onChange === others.onChange &&
		rest.squads === others.squads &&
		rest.hasAffordableChip === others.hasAffordableChip &&
		rest.children === others.children;
	return hasSameProps && (Object.keys(after) as (keyof PlayerFilter)[]).every(isSame);
}

/** Memoized, so that typing a name does not re-render the other filters. */
const Choices = memo((props: Props) => {
	const { filter, onChange, squads, hasPrices = true, hasAffordableChip = false, children } = props;
	const { t } = useTranslation();
	const isVisitor = useIsVisitor();
	const price = hasAffordableChip && filter.price === "affordable" ? "all" : filter.price;
	const positions = [
		{ value: "all", label: t("pool.all") },
		...LINES.map((line) => ({ value: line, label: t(`line.${line}`) })),
	];
	const clubs = [...squads.values()].sort((a, b) => a.name.localeCompare(b.name, LANGUAGE));
	const prices: { value: PriceBand; label: string }[] = [
		{ value: "all", label: t("pool.anyPrice") },
		...(isVisitor || hasAffordableChip ? [] : [{ value: "affordable" as const, label: t("pool.affordable") }]),
		...PRICE_BANDS.map((from) => ({ value: `${from}` as const, label: formatPriceBand(from, t) })),
	];
	return (
		<>
			<Segmented
				label={t("pool.position")}
				variant="chips"
				choices={positions}
				value={filter.position ?? "all"}
				onChange={(value) => onChange({ position: LINES.find((line) => line === value) ?? null })}
			/>
			<div className={styles.chips}>
				{hasAffordableChip ? <AffordableFilter filter={filter} onChange={onChange} /> : null}
				<SelectChip
					label={t("pool.squad")}
					value={filter.squadId}
					isActive={filter.squadId !== 0}
					choices={[
						{ value: 0, label: t("pool.allSquads") },
						...clubs.map(({ id, name }) => ({ value: id, label: name })),
					]}
					onChange={(squadId) => onChange({ squadId })}
				/>
				{hasPrices ? (
					<SelectChip
						label={t("pool.price")}
						value={price}
						isActive={price !== "all"}
						choices={prices}
						onChange={(value) => onChange({ price: value })}
					/>
				) : null}
				<SelectChip
					label={t("pool.status")}
					value={filter.status}
					isActive={filter.status !== null}
					choices={[
						{ value: null, label: t("pool.anyStatus") },
						...PLAYER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
					]}
					onChange={(status) => onChange({ status })}
				/>
				{isVisitor ? null : <FavouritesFilter filter={filter} onChange={onChange} />}
				{children}
			</div>
		</>
	);
}, isEqualExceptSearch);

/** Name search, position, club, price, status and favourites. */
export const PlayerFilters = (props: Props) => (
	<div className={styles.filters}>
		<Search filter={props.filter} onChange={props.onChange} />
		<Choices {...props} />
	</div>
);

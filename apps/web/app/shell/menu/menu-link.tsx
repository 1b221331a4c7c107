import type { MouseEventHandler, ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { isActiveItem, type MenuItem } from "./menu.ts";

interface Props {
	readonly item: Pick<MenuItem, "to" | "except">;
	readonly onClick?: MouseEventHandler<HTMLElement>;
	readonly children: ReactNode;
}

/** A menu link, highlighted while the current page belongs to it. */
export const MenuLink = ({ item, onClick, children }: Props) => {
	const { pathname } = useLocation();
	const active = isActiveItem(item, pathname);
	return (
		<Link
			to={item.to}
			className={active ? "active" : ""}
			aria-current={active ? "page" : undefined}
			{...(onClick ? { onClick } : {})}
		>
			{children}
		</Link>
	);
};

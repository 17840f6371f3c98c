import type { ChainNetwork } from "../../../src/sandbox/rail-service/addresses.ts";
import {
  atBank,
  type Location,
  onChain,
} from "../../../src/sandbox/rail-service/bank-and-chain/place.ts";
import { type Core, createCore } from "../../../src/sandbox/rail-service/core.ts";
import type { BankAccount, Rail, Wallet } from "../../../src/sandbox/rail-service/entities.ts";
import { newId } from "../../../src/sandbox/rail-service/ids.ts";
import {
  issueVirtualAccount,
  issueWallet,
} from "../../../src/sandbox/rail-service/issue-entry-points.ts";
import { openDatabase } from "../../../src/sandbox/rail-service/open-database.ts";
import type { SimulationOptions } from "../../../src/sandbox/rail-service/settlement/simulation.ts";
import { type Fuse, Killed, killable } from "./killable.ts";

export const COMPANIES = ["Acme", "Birch"] as const;

type Company = (typeof COMPANIES)[number];

const CREATED_AT = "2026-11-22T08:00:00.000Z";

/** Two companies and their Rails: in, out, into one another and into the other's, on a database that outlives kills. */
export function aBooksWorld(simulation: SimulationOptions) {
  const opened = openDatabase(undefined);
  const { database, reopen, light } = killable(opened);
  let ms = Date.parse(CREATED_AT);
  const clock = () => new Date(ms).toISOString();

  function start(): Core {
    const core = createCore(database, { clock, settings: simulation });
    for (const company of COMPANIES) core.outside.openFor(company);
    return core;
  }

  let core = start();
  const outsideOf = (company: Company, kind: "bank-account" | "wallet") =>
    core.places.listOutside(company, 100).filter((each) => each.kind === kind);
  const firstOf = (company: Company, kind: "bank-account" | "wallet") =>
    outsideOf(company, kind)[0]?.address ?? "";

  function onRampTo(company: Company, address: string): Rail {
    const wallet: Wallet = {
      id: newId("wa"),
      displayName: "Destination",
      isCustodial: false,
      network: "SOLANA_DEVNET",
      address,
    };
    core.state.addWallet(company, wallet);
    return added(company, {
      ...common(),
      type: "ON_RAMP",
      wallet,
      bankAccount: issueVirtualAccount(company, "GBP"),
    });
  }

  function offRampTo(company: Company, iban: string): Rail {
    const bankAccount: BankAccount = {
      id: newId("bka"),
      displayName: "Destination",
      currency: "GBP",
      iban,
      virtual: null,
    };
    core.state.addBankAccount(company, bankAccount);
    return added(company, {
      ...common(),
      type: "OFF_RAMP",
      wallet: issueWallet("SOLANA_DEVNET"),
      bankAccount,
    });
  }

  function added(company: Company, rail: Rail): Rail {
    core.state.addRail(company, rail);
    return rail;
  }

  const rails = COMPANIES.flatMap((company) => {
    const off = offRampTo(company, firstOf(company, "bank-account"));
    const on = onRampTo(company, firstOf(company, "wallet"));
    return [
      off,
      on,
      onRampTo(company, off.wallet.address),
      offRampTo(company, on.bankAccount.iban),
    ];
  });
  const [birchs] = rails.slice(4);
  if (birchs) rails.push(onRampTo("Acme", birchs.wallet.address));

  const ibans = [
    ...COMPANIES.flatMap((company) =>
      outsideOf(company, "bank-account").map((each) => each.address),
    ),
    ...rails.filter(({ type }) => type === "ON_RAMP").map(({ bankAccount }) => bankAccount.iban),
  ];
  const addresses = [
    ...COMPANIES.flatMap((company) => outsideOf(company, "wallet").map((each) => each.address)),
    ...rails.filter(({ type }) => type === "OFF_RAMP").map(({ wallet }) => wallet.address),
  ];

  return {
    database: opened,
    accounts: ibans.map(atBank),
    ownAccounts: (company: Company) =>
      outsideOf(company, "bank-account").map(({ address }) => atBank(address)),
    ownWallets: (company: Company, network: ChainNetwork) =>
      outsideOf(company, "wallet")
        .filter((each) => each.network === network)
        .map(({ address }) => onChain(network, address)),
    wallets: (network: ChainNetwork): Location[] =>
      addresses.map((address) => onChain(network, address)),
    pass: (passing: number) => {
      ms += passing;
    },
    restart() {
      reopen();
      core = start();
    },
    /** Does it, or is killed on the way where the fuse says so, and is started again: then it says false. */
    act(work: (core: Core) => void, fuse: Fuse | undefined): boolean {
      try {
        light(fuse);
        work(core);
        light(undefined);
        return true;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        this.restart();
        return false;
      }
    },
    /** Whatever is due, or will be. */
    settle() {
      for (;;) {
        while (core.settlement.step());
        const wait = core.settlement.untilNext();
        if (wait === undefined) return;
        ms += wait;
      }
    },
    close: () => opened.close(),
  };
}

const common = () => ({
  id: newId("rail"),
  fiat: "GBP" as const,
  stablecoin: "GBPA" as const,
  metadata: null,
  createdAt: CREATED_AT,
});

//! Agents with a name of their own: our best, and those of the report, as its program has them and as it prints them.

use karuta_playable::parts::Preset;

/// All of them.
pub fn presets() -> Vec<Preset> {
    vec![
        Preset {
            name: "tichu-best",
            spec: "flat:iters=1000,bandit=(puct:prior=net),playout=net,worlds=shared,sampler=likely,\
                   rules=calls+exchange+endings",
            help: "calls, exchange and endings by rule; PUCT over the plays, whose priors and playouts are those of the \
                   policy net, in worlds that all moves share and that are weighted by what was played",
        },
        Preset {
            name: "report-mcts",
            spec: "mcts:iters=100,select=(ismcts:tie=random),c=0.7,worlds=30,ends=ranking,tree=(graph:by=information),\
                   simplify=on,rules=go-out",
            help: "the report's default agent as its program has it",
        },
        Preset {
            name: "report-mcts-printed",
            spec: "mcts:iters=100,select=(ucb1:counts=parent,tie=random),c=1.414213562,worlds=30,ends=ranking",
            help: "the report's default agent as it is printed",
        },
        Preset {
            name: "report-epic",
            spec: "mcts:iters=100,select=(ismcts:tie=random),c=0.7,worlds=30,ends=ranking,tree=(graph:by=trick),\
                   simplify=on,rules=go-out",
            help: "the report's EPIC agent as its program has it; playout=none makes it the one without playouts",
        },
        Preset {
            name: "report-epic-printed",
            spec: "mcts:iters=100,select=(ucb1:counts=parent,tie=random),c=1.414213562,worlds=30,ends=ranking,\
                   tree=(graph:by=episode)",
            help: "the report's EPIC agent as it is printed",
        },
        Preset {
            name: "report-groups",
            spec: "mcts:iters=100,select=ismcts,c=0.7,worlds=30,ends=ranking,tree=(graph:by=information,groups=totals),\
                   simplify=on,rules=go-out",
            help: "the report's agent with move groups as its program has it",
        },
        Preset {
            name: "report-groups-printed",
            spec: "mcts:iters=100,select=(ucb1:counts=parent,tie=random),c=1.414213562,worlds=30,ends=ranking,tree=groups",
            help: "the report's agent with move groups as it is printed, a layer of the tree",
        },
        Preset {
            name: "report-lgrf",
            spec: "mcts:iters=100,select=(ismcts:tie=random),c=0.7,worlds=30,ends=ranking,tree=(graph:by=information),\
                   simplify=on,playout=lgrf,rules=go-out",
            help: "the report's agent whose playouts remember good replies",
        },
        Preset {
            name: "report-pimcts",
            spec: "worlds:n=30,agent=(mcts:iters=33,select=(ismcts:tie=random),c=0.7,ends=ranking),merge=visits",
            help: "a tree per world and their visits added up, which the report compares ISMCTS with",
        },
        Preset {
            name: "report-minimax",
            spec: "plies:depth=9,peek=on",
            help: "the report's minimax, which sees all cards",
        },
        Preset {
            name: "report-split",
            spec: "split:at=7,early=(report-mcts),late=(balanced-random)",
            help: "the report's split agent: its default agent, and at random with seven cards or fewer",
        },
    ]
}

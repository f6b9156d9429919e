//! The machines of Direct3D 9, by the versions of its shaders.

use super::{Address, Counts, Flow, Machine, Opcode, Waves};
use crate::frontend::assembly::d3d::model::{self, File, Version};

/// The machine of a version.
pub(in crate::codegen) fn of_version(version: Version) -> Machine {
    let is_pixel = version.is_pixel();
    let major = version.major();
    // Pixel shaders 1 have look-ups under other names.
    let has = |o: Opcode| {
        let known = o.direct3d().is_some_and(|o| o.info(version).is_some());
        known || major == 1 && o == Opcode::TexLd
    };
    let opcodes = Opcode::ALL.iter().filter(|o| has(**o));
    Machine {
        name: version.name(),
        is_pixel,
        opcodes: opcodes.fold(0, |bits, o| bits | 1 << *o as u32),
        temporaries: version.count(File::Temp),
        has_abs: major == 3,
        saturates: is_pixel || major == 3,
        saturates_either_way: false,
        swizzles: version != Version::Ps20,
        has_few_ports: !version.is_software(),
        shares_signs: false,
        moves_with_products: true,
        address: match version {
            Version::Vs11 => Address {
                components: 1,
                floors: true,
                reach: u32::MAX,
            },
            _ => Address {
                components: 4,
                floors: false,
                reach: u32::MAX,
            },
        },
        has_plain_coordinates: major < 3,
        has_plain_kills: true,
        moves_colors: is_pixel && major < 3,
        waves: match major {
            1 => Waves::None,
            2 => Waves::PairWithConstants,
            _ => Waves::Pair,
        },
        has_slow_powers: true,
        has_two_fractions: version == Version::Vs11,
        has_log_of_magnitude: true,
        counts_from_top: true,
        keeps_one_loop: major == 2,
        flow: flow(version),
        counts: Counts::Integers,
        compares_in_loops: false,
        chooses_by_condition: false,
        has_parts: false,
        has_signed_roots: false,
    }
}

/// What a version's branches may test. Microsoft's compiler makes none for pixel shaders 2.
fn flow(version: Version) -> Flow {
    match version {
        Version::Ps2x => Flow::None,
        _ if model::Opcode::BreakC.info(version).is_some() => Flow::Numbers,
        _ if !version.is_pixel() && version.major() == 2 => Flow::Scalars,
        _ => Flow::None,
    }
}
